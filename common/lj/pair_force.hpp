// The host's description of a pair force: parameters, textbook formula and rounding errors. The
// kernels' evaluator is common/lj/pair/<name>.h, which shares no code with the formula.
#pragma once

#include <array>
#include <vector>

namespace gputest {

/// Values of a force's parameters, in the order of its evaluator's arguments; then 0.
using PairParameters = std::array<double, 3>;

/// One of a force's parameters.
struct PairParameter {
  const char* option;         ///< without dashes: "morse-d0"
  const char* default_value;  ///< as a user would type it
  const char* help;
  bool positive;  ///< whether it must be above 0; otherwise any finite number is allowed
};

/// Magnitudes of the two sides of a pair's force and energy at a distance. Each side falls as the
/// distance grows. Errors are relative to the sum of both, because a force that is a difference has
/// few digits near its zero. A force with one side leaves the other 0.
struct PairTerms {
  double repulsion = 0, attraction = 0;                ///< of -u'(r)
  double repulsive_energy = 0, attractive_energy = 0;  ///< of u(r)

  double energy() const { return repulsive_energy - attractive_energy; }
};

/// Rounding errors of a pair at a distance. The tolerance follows from them: see make_lj().
struct PairRounding {
  /// The factor of a relative error of r^2: |d ln(F/r) / d ln r^2|, for the steeper of the force's
  /// two sides F. Divided by r, it must fall as r grows.
  double steepness = 0;
  /// The evaluator's other roundings and, in fp64, those of the textbook formula: in units of ε and
  /// relative to |repulsion| + |attraction|.
  double own = 0;
  /// The smallest factor in the evaluator. If it is below the normal numbers of the precision, the
  /// pair may be computed as 0.
  double smallest = 0;

  /// In units of ε. r^2 and 1/r^2 are together wrong by at most 4: each difference of coordinates
  /// and its square have 1.5, the sum 1, the reciprocal 1.5. (In fp64 the formula's difference is
  /// rounded alike, and its square and sum once more.)
  double total() const { return 4 * steepness + own; }
};

/// The host's description of a pair force: its parameters and its textbook terms.
struct PairForce {
  const char* name;
  const char* summary;
  std::vector<PairParameter> parameters;  ///< three at most
  /// In double precision, from the textbook formula, for r above 0.
  PairTerms (*terms)(double r, const PairParameters& parameters);
  PairRounding (*rounding)(double r, const PairParameters& parameters);
  /// Per entry of a full list; a division, a square root and an exponential count as 10 each.
  unsigned flops;
};

/// Every force, "lj" first and the rest by name. The build makes the list from the files in
/// common/lj/pair/, each of which defines `const PairForce pair_force_<name>`.
const std::vector<const PairForce*>& pair_forces();

/// A force with values of its parameters.
struct PairLaw {
  const PairForce* force = nullptr;
  PairParameters parameters{};

  PairTerms terms(double r) const { return force->terms(r, parameters); }
  PairRounding rounding(double r) const { return force->rounding(r, parameters); }
};

}  // namespace gputest
