// The family "central": central forces F_i = sum_j A_ij g(B_ij r^2) r_ij of all pairs. g comes from
// its formula or from a table.
#pragma once

#include <memory>
#include <string>

#include "common/run/family.hpp"

namespace gputest {

/// The force on each particle, and the sum of A g. r_ij is x_i - x_j, or the difference to the
/// nearest image along periodic axes, so that positive A g push apart. The sum of A g is twice a
/// potential if g is a potential's law. A pair at distance 0 adds nothing. A and B belong to pairs
/// of types.
///
/// Arguments of a kernel: the layout's arrays, in which a particle's mass is the number of its
/// type; "coefficients", A and B of types 0 and 0, of 0 and 1, …; with form = table also "table",
/// c0 to c3 of each of 1024 intervals, and "table_highest", c4. The output "forces" has the force
/// in x y z and the sum of A g in w. The scalars are n, types, shape (a number of Morse's law),
/// scale (of fixed-point sums), and the six of the periodic box. Those of a table are table_shift,
/// table_first and table_last (common/central/interval.h; 0 without one). Specializations: law
/// (common/central/law.h), periodic, and sum (0 plain, 1 kahan, 2 fixed64, 3 fixed80).
///
/// The law tosi-fumi is not a function g(x). Its coefficients are a, k, c, d and qq of each pair of
/// types (HalidePair); type 0 is a cation, 1 an anion. w is the sum of u, twice the particle's
/// energy. The form is always function. For tosi-fumi-virial, w is the sum of -r u'(r), twice the
/// virial. Whole steps (ForceFamily) can move these particles, within the walls of an open box or
/// in a periodic one. In a periodic box the pairs have no q q/r, and the family ewald computes the
/// charges' forces.
///
/// The axis `form` is the way in which a kernel gets g, and `sum` the way in which it adds up. The
/// scale is the largest power of two with which no fixed-point sum overflows. It assumes n pairs of
/// the strongest kind at the least distance present.
///
/// Refused: unknown laws or salts; a particle that is not an ion of the salt; the law tosi-fumi
/// with form = table; forces that overflow the precision; distances outside the user's table; more
/// than 16 masses in a file, because each is a type.
///
/// Verification: the error of a particle is |ΔF| over the sum of its pairs' magnitudes |A| m r, or
/// |Δw| over that of |A| m. The one that exceeds its tolerance further counts. The tolerance is the
/// sum of the pairs' errors (central_forces()) and the error of adding up, with S the sum of
/// magnitudes:
/// - plain: ε √(3 n) S, six standard deviations of n roundings of at most half a unit in the last
///   place of S; all that terms below four such units may lose, because they are rounded alike; and
///   the tolerance that gravity gives to like terms (drift_of());
/// - kahan: ε (2 + n ε) S;
/// - fixed64: n/2 units and ε 3 S; fixed80: n/2 units of 2^-16 of these, and ε 3 S.
/// The verdict compares the particles that results_to_check() chooses. All results must be finite.
std::unique_ptr<Family> make_central();

/// --law, --alpha, --table, --periodic, --halide, --charges and --room.
struct CentralOptions {
  std::string law = "coulomb";
  double alpha = 2;             ///< inverse length of laws that have one
  std::string table;            ///< a file that g is taken from; empty: the law's formula
  bool periodic = false;        ///< whether a generated lattice's box is periodic
  std::string halide = "NaCl";  ///< of the law tosi-fumi
  bool charges = true;          ///< whether tosi-fumi has q q/r
  double room = 1.25;           ///< for its generated ions: RockSalt::room
};
/// The options that set them.
const OptionSet<CentralOptions>& central_options();

}  // namespace gputest
