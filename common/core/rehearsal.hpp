// Trial of foreign code in a child process, because it may end its process.
#pragma once

#include <functional>
#include <string>

namespace gputest {

/// Calls f in a child process without output. Returns an empty string if f returned or threw,
/// otherwise the reason why the child ended: "signal 6 (Aborted)", "exit status 1", or more than
/// kRehearsalSeconds without an answer. Also returns an empty string if no child can be started.
/// The child has only the calling thread.
std::string fault_in_rehearsal(const std::function<void()>& f);
constexpr unsigned kRehearsalSeconds = 60;

/// After this call, fault_in_rehearsal() calls nothing: the parent process has already made the
/// trials.
void leave_out_rehearsals();

}  // namespace gputest
