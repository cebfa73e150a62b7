// The family "lj": pair forces over a neighbour list: Lennard-Jones in reduced units, and the
// others of common/lj/pair/.
#pragma once

#include <memory>
#include <vector>

#include "common/cells/short_range.hpp"
#include "common/lj/pair_force.hpp"
#include "common/run/family.hpp"

namespace gputest {

/// Arguments of a kernel of pair forces: the layout's arrays and the neighbour list as two arrays.
/// The output "forces" has four numbers per particle, the force and half of its pairs' energies.
/// "virials" has half of its pairs' virials r f(r). The scalars are n, stride (of an ell list, else
/// 0), cutoff2, the six of the periodic box (box_scalars), shift, and pair_0 to pair_2. The last
/// three are the force's parameters in the order of PairForce::parameters, then 0. shift is
/// subtracted from each pair's energy: with --shift=on it is the energy at the cutoff, so that
/// energies end there without a jump, else 0. Force and virial do not depend on it.
///
/// The list's arrays, by the axis `list`: for "csr", "starts" (n + 1) and "entries" as in
/// VerletList; for "ell", "counts" (n) and "entries" as in EllList; for "clusters", "starts" and
/// "entries" as in to_clusters(). With newton3 = on it is a half list, and a kernel adds to both
/// particles.
///
/// The axis `pair` names the force. Every kernel takes every force: the registry adds the axis to
/// kernels that do not name its values. A row's "problem" has the force and its parameters unless
/// it is "lj".
///
/// Specializations: newton3, ell, periodic (along any axis) and energy (0: energies and virials are
/// not wanted, may be any finite number and need not be written).
///
/// A rate counts the entries of the explicit list, also for a kernel that reads clusters. Flops per
/// entry are those of the force (PairForce::flops; 34 for "lj"), with the third law 3 more.
///
/// Refused, in addition to the cases of ShortRangeSystem: a parameter that is not finite or not
/// above 0 where it must be, also in the kernel's precision; two particles so close that their
/// force may overflow; with --shift=on, an energy at the cutoff that is not finite.
///
/// Verification compares with all pairs, without a list. The error of a particle is the largest of
/// |Δf|, |Δe| and |Δw| over the sum of its pairs' |repulsion| + |attraction|: a pair's force is a
/// difference of the two and has few digits near its zero. Pairs within rounding of the cutoff may
/// count or not, and so may pairs with a force that underflows; their contribution is not an error.
/// The tolerance of a particle is ε (K + √L + W):
/// - K covers an interaction's roundings, 4 s + o. r^2 and 1/r^2 are together wrong by 4 ε. The
///   force multiplies this by its steepness s = |d ln(F/r) / d ln r^2|, and its evaluator rounds o
///   times more (PairRounding). "lj" has s = 7 and o = 4, so that K is 32 at every distance. The
///   others' s and o grow with r while the force falls: an exponential turns an absolute error of
///   its argument into a relative one of its value. Therefore K is the mean over a particle's
///   pairs, weighted by |repulsion| + |attraction|, which bounds the particle's error.
/// - √L covers the running sum over the longest list.
/// - W, in a periodic box, is the mean of s E/r over the pairs that are nearest across edges of the
///   box, weighted likewise; E is the sum of these edges. The difference of coordinates an edge
///   apart is rounded by ε E/2 before the nearest image is taken. Other pairs contribute 0.
/// A row has the error and the tolerance of its worst particle. If a tolerance is over 1e-3, the
/// case is refused before it runs, because verification could not distinguish right from wrong.
/// Every particle is checked, and the forces' sum must vanish.
std::unique_ptr<Family> make_lj();

/// The options of short-range families, --energy, --shift and every force's parameters.
struct LjOptions : ShortRangeOptions {
  LjOptions();
  bool energy = true;         ///< also compute energies and virials
  bool shift = false;         ///< subtract the energy at the cutoff from each pair's
  std::vector<PairLaw> laws;  ///< every force, in the order of pair_forces()
};
/// The options that set them.
const OptionSet<LjOptions>& lj_options();

}  // namespace gputest
