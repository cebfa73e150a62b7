// How often a sample misses faults that the other checks cannot find.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/run/registry.hpp"

namespace gputest::counted {

/// The count for one kind of fault.
struct Missed {
  std::string what;
  double stated = 0;  ///< the probability that docs/faults.md states
  std::uint64_t trials = 0;
  std::uint64_t missed = 0;
};

/// Plants each kind `trials` times in gravity's result, each time at another place and with another
/// salt for the sample.
std::vector<Missed> plant_beside_samples(const Registry& registry, std::uint64_t trials);

/// Tests the stated probability of a miss: true if at most as many misses, and at least as many,
/// both have at least the probability `level`.
bool is_consistent(const Missed& missed, double level);

}  // namespace gputest::counted
