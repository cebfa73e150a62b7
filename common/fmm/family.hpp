// The family "fmm": gravity of many bodies by a fast multipole method.
#pragma once

#include <memory>

#include "common/octree/approximate_gravity.hpp"
#include "common/run/family.hpp"

namespace gputest {

/// All bodies attract each other, G = 1, Plummer softening, as in the family gravity; cells of an
/// octree act on each other as a whole (L. Greengard and V. Rokhlin, J. Comput. Phys. 73, 325,
/// 1987; with expansions in Cartesian coordinates W. Dehnen, J. Comput. Phys. 179, 27, 2002). A
/// launch is a whole step: the order of the bodies, the tree, its multipoles, what acts on each
/// cell and body. A cell acts on another as gt_are_far() says.
///
/// Arguments of a kernel: those of the family tree, and the scratch "radii", "ranges", "parents",
/// "multipoles", "locals", "lists" and "pool" (fmm::Arrays). The scalars n, eps2, reach, which is 0
/// and of the tree's alone, pull, share, and capacity, that of the pool. It is verified as
/// ApproximateGravity says.
std::unique_ptr<Family> make_fmm();

}  // namespace gputest
