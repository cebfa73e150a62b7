// How often a sample misses what is planted beside the other checks' reach.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/run/registry.hpp"

namespace gputest::counted {

/// Of one kind of fault.
struct Missed {
  std::string what;
  double stated = 0;  ///< the probability that docs/faults.md states
  std::uint64_t trials = 0;
  std::uint64_t missed = 0;
};

/// Plants each kind so often, each time in another place of gravity's answer and looked for by
/// another salt.
std::vector<Missed> plant_beside_samples(const Registry& registry, std::uint64_t trials);

/// Whether as few misses, and as many, each have at least the probability `level` where one miss
/// has the probability stated: false where the statement is refuted at that level.
bool is_consistent(const Missed& missed, double level);

}  // namespace gputest::counted
