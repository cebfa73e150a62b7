// The family "tree": gravity of many bodies by the method of Barnes and Hut.
#pragma once

#include <memory>
#include <string>

#include "common/run/family.hpp"

namespace gputest {

/// All bodies attract each other, G = 1, Plummer softening, as in the family gravity; cells of a
/// tree that are far away pull as a whole (J. Barnes and P. Hut, Nature 324, 446, 1986). A launch
/// is a whole step: the order of the bodies, the tree, its multipoles and the walk.
///
/// Arguments of a kernel: the layout's array. The output "accelerations", x y z and the sum of m/r
/// in w, to which a body itself adds m/eps. Scratch: "sorted", "order", "centres", "moments" and
/// "boxes" (tree::Arrays), "work" for sorting, "bounds". The scalars n, eps2 and theta.
///
/// Verification: the error of body i is |Δa| / |a| against a sum over all bodies in double
/// precision, of all bodies up to 16384, else of 4096 that the salt chooses, each of a part of its
/// own. Of these 99 % must be no further off than the accuracy that is asked for, and every one by
/// no more than 10 times that of Σ_j |a_ij|, with as much of w. Beside it 16 ε of Σ_j |a_ij| are
/// rounding: where pulls cancel |a| says nothing of them. With θ = 0 nothing is approximated, and
/// every body is allowed ε (16 + √N) and drift_of(), as in hermite, alone.
std::unique_ptr<Family> make_tree();

/// --eps, --accuracy, --theta and --margin.
struct TreeOptions {
  double eps = 0.02;           ///< softening length; 0: none
  double accuracy = 1e-3;      ///< what 99 % of the errors meet
  std::string theta = "auto";  ///< a number, or auto: as large as meets the accuracy
  /// The share of the accuracy for which θ is found: 0.8, since the errors of another sample or
  /// precision differ by less.
  double margin = 0.8;
};
/// The options that make them.
const OptionSet<TreeOptions>& tree_options();

}  // namespace gputest
