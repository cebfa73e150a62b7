// Code of others tried in a process of its own, since it may end the one that it runs in.
#pragma once

#include <functional>
#include <string>

namespace gputest {

/// Calls f in a child process, whose output goes nowhere, and says how that ended: empty where f
/// returned or threw, else what ended the child, "signal 6 (Aborted)", "exit status 1" or that it
/// took longer than kRehearsalSeconds. Empty also where there is no child to be had. Threads of
/// this process are not in the child.
std::string fault_in_rehearsal(const std::function<void()>& f);
constexpr unsigned kRehearsalSeconds = 60;

/// From here on fault_in_rehearsal() calls nothing: for a process that another one, which has had
/// the rehearsals, can do without.
void leave_out_rehearsals();

}  // namespace gputest
