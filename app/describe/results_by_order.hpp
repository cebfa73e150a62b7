// Whether a kernel's results are the same bits whatever the order of the items that it is given.
#pragma once

#include <cstdint>
#include <optional>

#include "common/run/family.hpp"

namespace gputest {

/// Results that are not the same bits as before, of so many.
struct ChangedResults {
  std::uint64_t changed = 0, of = 0;
};

/// What changes when every input holds its items in the opposite order; results are compared in the
/// order of the first. None where an array does not have an element for each item. Throws Error as
/// Kernel::prepare() and a launch do.
std::optional<ChangedResults> results_changed_by_order(const Kernel& kernel, Device& device,
                                                       const Problem& problem,
                                                       const Configuration& configuration);

}  // namespace gputest
