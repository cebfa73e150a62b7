// What the host knows of a pair force: its parameters, the textbook formula, and what rounding does
// to it. The kernels' evaluator is common/lj/pair/<name>.h, which shares no code with the formula.
#pragma once

#include <array>
#include <vector>

namespace gputest {

/// Values of a force's parameters, in the order in which its evaluator takes them; 0 past the last.
using PairParameters = std::array<double, 3>;

/// One of a force's parameters.
struct PairParameter {
  const char* option;         ///< without dashes: "morse-d0"
  const char* default_value;  ///< as a user would type it
  const char* help;
  bool positive;  ///< whether it must be above 0; otherwise any finite number is allowed
};

/// Magnitudes of the two sides of a pair's force and energy at a distance, each of which falls as
/// the distance grows. Errors are relative to their sums, since a force that is the difference of
/// two has few digits near its zero. A force with one side leaves the other 0.
struct PairTerms {
  double repulsion = 0, attraction = 0;                ///< of -u'(r)
  double repulsive_energy = 0, attractive_energy = 0;  ///< of u(r)

  double energy() const { return repulsive_energy - attractive_energy; }
};

/// What rounding does to a pair at a distance. The tolerance follows from it: see make_lj().
struct PairRounding {
  /// What multiplies a relative error of r^2: |d ln(F/r) / d ln r^2|, of the steeper of the force's
  /// two sides F. It falls, divided by r, as r grows.
  double steepness = 0;
  /// The evaluator's other roundings and, in fp64, those of the textbook formula: in units of ε and
  /// relative to |repulsion| + |attraction|.
  double own = 0;
  /// The smallest of the numbers that the evaluator multiplies. Where it is no normal number of the
  /// precision, the pair may be computed as 0.
  double smallest = 0;

  /// In units of ε. r^2 and 1/r^2 are wrong by 4 between them at most: each difference of
  /// coordinates and its square have 1.5, the sum 1, the reciprocal 1.5. (In fp64 the formula's
  /// difference is rounded alike, and its square and sum once more.)
  double total() const { return 4 * steepness + own; }
};

/// What the host knows of a pair force: its parameters and its textbook terms.
struct PairForce {
  const char* name;
  const char* summary;
  std::vector<PairParameter> parameters;  ///< three at most
  /// In double precision, from the textbook formula, for r above 0.
  PairTerms (*terms)(double r, const PairParameters& parameters);
  PairRounding (*rounding)(double r, const PairParameters& parameters);
  /// Of an entry of a full list; a division, a square root and an exponential count as 10 each.
  unsigned flops;
};

/// Every force, "lj" first and the rest by name. The build makes the list of the files in
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
