// The family "fmm": gravity of many bodies by a fast multipole method.
#pragma once

#include <memory>

#include "common/octree/approximate_gravity.hpp"
#include "common/run/family.hpp"

namespace gputest {

/// All bodies attract each other, with G = 1 and Plummer softening as in the family gravity. Cells
/// of an octree act on each other as a whole (L. Greengard and V. Rokhlin, J. Comput. Phys. 73,
/// 325, 1987; with expansions in Cartesian coordinates W. Dehnen, J. Comput. Phys. 179, 27, 2002).
/// A launch is a whole step: it sorts the bodies, builds the tree, its multipoles and the lists of
/// interactions, and sums. gt_judge() decides whether a cell acts on another as a whole.
///
/// Arguments of a kernel: those of the family tree, and the scratch "radii", "ranges", "parents",
/// "multipoles", "locals", "lists" and "pool" (fmm::Arrays). The scalars are n, eps2, reach (only
/// for the family tree: 0), pull, theta, share, and capacity, that of the pool. Verification is
/// that of ApproximateGravity.
std::unique_ptr<Family> make_fmm();

}  // namespace gputest
