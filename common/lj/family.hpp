// The family "lj": pair forces over a neighbour list, Lennard-Jones in reduced units and the others
// of common/lj/pair/.
#pragma once

#include <memory>
#include <vector>

#include "common/cells/short_range.hpp"
#include "common/lj/pair_force.hpp"
#include "common/run/family.hpp"

namespace gputest {

/// Arguments of a kernel of pair forces: the layout's arrays; the neighbour list as two arrays; the
/// outputs "forces", four numbers per particle, the force and half of its pairs' energies, and
/// "virials", half of its pairs' virials r f(r); the scalars n, stride (of an ell list, else 0),
/// cutoff2, the six of the periodic box (box_scalars), shift, what is subtracted from each pair's
/// energy (with --shift=on the energy at the cutoff, so that it ends there without a jump, else 0;
/// force and virial are the same in either case), and pair_0 to pair_2, the force's parameters in
/// the order of PairForce::parameters, 0 past the last.
///
/// The list's arrays, by the axis `list`: of "csr", "starts" (n + 1) and "entries" as VerletList;
/// of "ell", "counts" (n) and "entries" as EllList; of "clusters", "starts" and "entries" as
/// to_clusters(). With newton3 = on it is a half list, and a kernel adds to both particles.
///
/// The axis `pair` names the force. Every kernel takes every force: the registry adds the axis to
/// kernels that do not name its values. A row's "problem" holds the force and its parameters where
/// it is not "lj".
///
/// Specializations: newton3, ell, periodic (some axis is) and energy (0: the energies and virials
/// are not wanted and may be anything finite, or not be written).
///
/// A rate counts the entries of the explicit list, also of a kernel that reads clusters. Flops per
/// entry are the force's (PairForce::flops; of "lj" 34), with the third law 3 more.
///
/// Refused, beside what ShortRangeSystem refuses: a parameter that is not finite or, where it must
/// be, not above 0, in the kernel's precision too; two particles so near each other that their
/// force may overflow; with --shift=on, an energy at the cutoff that is not finite.
///
/// Verification, against all pairs without a list. The error of a particle is the largest of
/// |Δf|, |Δe| and |Δw| over the sum of its pairs' |repulsion| + |attraction|: a pair's force is a
/// difference of the two, and near its zero has few digits. Pairs whose distance is within rounding
/// of the cutoff may count or not, and so may pairs whose force underflows; what they amount to is
/// no error. The tolerance of a particle is ε (K + √L + W):
/// - K is for an interaction's own roundings, 4 s + o. r^2 and 1/r^2 are wrong by 4 ε between them,
///   which the force multiplies by its steepness s = |d ln(F/r) / d ln r^2|, and its evaluator
///   rounds o times more (PairRounding). "lj" has s = 7 and o = 4, so that K is 32 at every
///   distance. The others' s and o grow with r, since an exponential turns an absolute error of its
///   argument into a relative one of its value, while the force itself falls: K is the mean over a
///   particle's pairs, each weighted by its |repulsion| + |attraction|, which is what bounds the
///   particle's error.
/// - √L is for the running sum over the longest list.
/// - W, in a periodic box, is the mean of s E/r over the pairs that are nearest across edges of
///   the box, E in sum, weighted likewise: the difference of coordinates an edge apart is rounded
///   by ε E/2 before the nearest image is taken. Other pairs add nothing to it.
/// A row has the error and the tolerance of the particle that is farthest off for its own. Where a
/// tolerance is over 1e-3, the case is refused before it runs: right could not be told from wrong.
/// Every particle is checked, and the forces' sum must vanish.
std::unique_ptr<Family> make_lj();

/// The options of short-range families, --energy, --shift and every force's parameters.
struct LjOptions : ShortRangeOptions {
  LjOptions();
  bool energy = true;         ///< energies and virials as well as forces
  bool shift = false;         ///< a pair's energy less that at the cutoff
  std::vector<PairLaw> laws;  ///< every force, in the order of pair_forces()
};
/// The options that make them.
const OptionSet<LjOptions>& lj_options();

}  // namespace gputest
