// What the host knows of a pair force: its parameters and the textbook formula. The kernels'
// evaluator stands in common/lj/pair/<name>.h, which the textbook formula does not include.
#pragma once

#include <array>
#include <vector>

namespace gputest {

/// One of a force's parameters, in the order in which its evaluator takes them.
struct PairParameter {
  const char* option;         ///< without dashes: "morse-depth"
  const char* default_value;  ///< as a user would type it
  const char* help;
  bool positive;  ///< whether it must be above 0; otherwise any finite number will do
};

/// Magnitudes of the two sides of a pair's force and energy at a distance. Errors are relative to
/// their sums, since a force that is the difference of two has few digits near its zero. A force
/// with one side leaves the other 0.
struct PairTerms {
  double repulsion = 0, attraction = 0;                ///< of -u'(r)
  double repulsive_energy = 0, attractive_energy = 0;  ///< of u(r)
};

struct PairForce {
  const char* name;
  const char* summary;
  std::vector<PairParameter> parameters;  ///< three at most
  /// In double precision, from the textbook formula, for r above 0.
  PairTerms (*terms)(double r, const std::array<double, 3>& parameters);
  /// A distance below which the force may not be finite in numbers up to `largest`; 0: there is
  /// none.
  double (*least_distance)(double largest, const std::array<double, 3>& parameters);
  unsigned flops;  ///< of an entry of a full list, a division and a square root counted as 10
};

/// Every force, "lj" first and the rest by name. The build makes the list of the files in
/// common/lj/pair/, each of which defines `const PairForce pair_force_<name>`.
const std::vector<const PairForce*>& pair_forces();

}  // namespace gputest
