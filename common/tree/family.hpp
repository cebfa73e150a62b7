// The family "tree": gravity of many bodies by the method of Barnes and Hut.
#pragma once

#include <memory>

#include "common/octree/approximate_gravity.hpp"
#include "common/run/family.hpp"

namespace gputest {

/// All bodies attract each other, with G = 1 and Plummer softening, as in the family gravity; cells
/// of a tree that are far away pull as a whole (J. Barnes and P. Hut, Nature 324, 446, 1986). A
/// launch is a whole step: the order of the bodies, the tree, its multipoles and the walk.
///
/// Arguments of a kernel: the layout's array. The output "accelerations", x y z and the sum of m/r
/// in w, to which a body itself adds m/eps. Scratch: "sorted", "order", "centres", "moments" and
/// "boxes" (tree::Arrays), "work" for sorting, "bounds", and "octupoles" if cells have them. The
/// scalars n, eps2 and theta. ApproximateGravity describes the verification.
std::unique_ptr<Family> make_tree();

}  // namespace gputest
