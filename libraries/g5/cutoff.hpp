// Forces that end at a distance: the short-range parts of P3M and TreePM.
#pragma once

#include <functional>

#include "common/central/table.hpp"

namespace gputest::libraries {

/// A number that depends on a distance.
using G5Function = std::function<double(double)>;

/// A body of mass m at distance r acts by m f(r) (x_j - x_i) and m p(r), up to a distance.
struct G5Law {
  G5Function force;        ///< f
  double force_range = 0;  ///< from this distance on f is 0
  G5Function potential;    ///< p; if empty, the integral of f
  double potential_range = 0;
  bool is_softened = false;  ///< r is (r^2 + eps^2)^(1/2)
};

/// The share of 1/r^2 that P3M leaves to pairs at distance r = eta R: 1 less the force between two
/// spheres of radius eta in which the density falls linearly to 0 (shape S2 of R. W. Hockney and
/// J. W. Eastwood, Computer Simulation Using Particles, 1981). 0 from R = 2 on.
double g5_s2_share(double R);
/// The law of g5_set_eta(), with that share.
G5Law g5_s2_law(double eta);
/// The law of g5_set_cutoff_table(): f is `force`(r/eta)/r^3 and p is `potential`(r/eta)/r, up to
/// the cuts, in units of eta.
G5Law g5_cut_law(double eta, G5Function force, double force_cut, G5Function potential,
                 double potential_cut);
/// The law of pg5_gen_s2_force_table(): the force between spheres S2 of diameter `near`, less that
/// of diameter `far`.
G5Law g5_s2_difference(double near, double far);

/// Ends the sentence about a sum that is not finite.
constexpr const char* kBeforeTables =
    ", or a body there is nearer than 2^-32 of the cutoff, where its tables begin";

/// A law for one softening length, by tables of x = r^2/range^2 from kLeastX to 1.
struct G5Cutoff {
  static constexpr double kLeastX = 0x1p-64;

  struct Part {
    double range = 0;
    CentralTable table;

    /// The table's number for a squared distance; 0 from the range on.
    double at(double r2) const;
  };
  Part force;             ///< range^3 f
  Part potential;         ///< range p
  bool is_steep = false;  ///< f r grows towards r = 0, so a pair before the tables is refused

  /// Throws Error(bad_input) if a range is not longer than the softening length, or if f or p is
  /// not finite.
  G5Cutoff(const G5Law& law, double eps2);
};

}  // namespace gputest::libraries
