// The family "central": central forces F_i = sum_j A_ij g(B_ij r^2) r_ij of all pairs, g by its
// formula or from a table.
#pragma once

#include <memory>
#include <string>

#include "common/run/family.hpp"

namespace gputest {

/// The force on each particle, with r_ij = x_i - x_j, or that of the nearest image along periodic
/// axes, so that positive A g push apart; and the sum of A g, which is twice a potential where g is
/// one's. A pair at one place adds nothing. A and B belong to pairs of types.
///
/// Arguments of a kernel: the layout's arrays, in which a particle's mass is the number of its
/// type; "coefficients", A and B of types 0 and 0, of 0 and 1, …; with form = table "table", c0 to
/// c3 of each of 1024 intervals, and "table_highest", c4. The output "forces", the force in x y z
/// and the sum of A g in w. The scalars n, types, shape (a number of Morse's law), scale (of
/// fixed-point sums), the six of the periodic box, and table_shift, table_first and table_last
/// (common/central/interval.h; 0 without a table). Specializations: law (common/central/law.h),
/// periodic, and sum (0 plain, 1 kahan, 2 fixed64, 3 fixed80).
///
/// The law tosi-fumi is no g(x): its coefficients are a, k, c, d and qq of each pair of types
/// (HalidePair), types being 0 of a cation and 1 of an anion, w is the sum of u, twice the
/// particle's energy, and form is function. Of tosi-fumi-virial w is the sum of -r u'(r), twice the
/// virial. Its particles are moved by whole steps (ForceFamily), within the walls of an open box or
/// in a periodic one, where its pairs have no q q/r and the family ewald has the charges' forces.
///
/// The axis `form` is how a kernel has g, `sum` how it adds up. The scale is the largest power of
/// two with which no fixed-point sum overflows: n pairs of the strongest, at the least distance
/// there is.
///
/// Refused: a law or salt of no name; a particle that is no ion of the salt; the law tosi-fumi with
/// form = table; distances whose forces overflow the precision or, with a table of the
/// user's, lie outside it; more than 16 masses in a file, each of which is a type.
///
/// Verification: the error of a particle is |ΔF| over the sum of its pairs' magnitudes |A| m r, or
/// |Δw| over that of |A| m, whichever is farther from what it may be. Allowed is what the pairs may
/// be off by (central_forces()) and, of the sum, with S that sum of magnitudes,
/// - plain: ε √(3 n) S, six standard deviations of n roundings that are anything up to half a unit
/// in
///   the last place of S; all that terms below four such units may lose, since they are rounded
///   alike; and what gravity allows of like terms (drift_of());
/// - kahan: ε (2 + n ε) S;
/// - fixed64: n/2 units and ε 3 S; fixed80: n/2 units that are 2^-16 of those, and ε 3 S.
/// The particles that results_to_check() says are compared; all results must be finite.
std::unique_ptr<Family> make_central();

/// --law, --alpha, --table, --periodic, --halide, --charges and --room.
struct CentralOptions {
  std::string law = "coulomb";
  double alpha = 2;             ///< inverse length of the laws that have one
  std::string table;            ///< a file that g is taken from; empty: the law
  bool periodic = false;        ///< whether a generated lattice's box is
  std::string halide = "NaCl";  ///< of the law tosi-fumi
  bool charges = true;          ///< whether that has q q/r
  double room = 1.25;           ///< of generated ions of that: RockSalt::room
};
/// The options that make them.
const OptionSet<CentralOptions>& central_options();

}  // namespace gputest
