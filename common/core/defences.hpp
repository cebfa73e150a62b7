// Checks that no kernel gets a speed for work that it does not do, and those that a run leaves out.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common/core/names.hpp"

namespace gputest {

/// In the order of all_defences().
enum class Defence {
  rubbish,
  copies,
  symmetries,
  draws,
  inputs,
  guards,
  claims,
  skips,
  ceilings,
  rivals,
  variables,
  accesses,
  jail,
};

/// The name on the command line, and what the defence does.
const std::vector<Named>& all_defences();

/// After this call, the process leaves these defences out: to measure what each costs, and to see
/// the exploits that only it finds. Throws Error(usage) for a name that all_defences() lacks.
void leave_out_defences(const std::vector<std::string>& names);

/// Whether leave_out_defences() has named it.
bool is_left_out(Defence defence);

/// The names of the defences that are left out.
std::vector<std::string> defences_left_out();

}  // namespace gputest
