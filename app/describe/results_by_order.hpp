// Checks whether a kernel's results are the same bits in any order of its items.
#pragma once

#include <cstdint>
#include <optional>

#include "common/run/family.hpp"

namespace gputest {

/// How many of the results have other bits than before.
struct ChangedResults {
  std::uint64_t changed = 0, of = 0;
};

/// The results that change when every input has its items in the opposite order, compared item by
/// item. None if an array does not have one element per item. Throws Error like Kernel::prepare()
/// and a launch.
std::optional<ChangedResults> results_changed_by_order(const Kernel& kernel, Device& device,
                                                       const Problem& problem,
                                                       const Configuration& configuration);

}  // namespace gputest
