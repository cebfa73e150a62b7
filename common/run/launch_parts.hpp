// What the parts of a launch take, of problems whose steps have parts: a tree's build, its
// multipoles, its walk.
#pragma once

#include <string>
#include <vector>

#include "common/device/kernel.hpp"
#include "common/run/family.hpp"

namespace gputest {

/// Passes that follow each other.
struct LaunchPart {
  std::string name;    ///< "walk"
  double seconds = 0;  ///< the median of some launches
};

/// The parts of the problem's launches, in order (Problem::part_begun_by()), of a few launches that
/// take `seconds` each. Empty, and no launch, where the problem has none; empty where passes cannot
/// be told apart.
std::vector<LaunchPart> launch_parts(const Problem& problem, Execution& execution, double seconds);

}  // namespace gputest
