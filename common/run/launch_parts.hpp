// Times of the parts of a launch, for problems with parts: a tree's build, its multipoles, its
// walk.
#pragma once

#include <string>
#include <vector>

#include "common/device/kernel.hpp"
#include "common/run/family.hpp"

namespace gputest {

/// A part: several successive passes.
struct LaunchPart {
  std::string name;    ///< "walk"
  double seconds = 0;  ///< the median of several launches
};

/// The parts of the problem's launches in order (Problem::part_begun_by()), from several launches
/// that take `seconds` each. Empty, without a launch, if the problem has no parts. Empty also if
/// passes cannot be timed.
std::vector<LaunchPart> launch_parts(const Problem& problem, Execution& execution, double seconds);

}  // namespace gputest
