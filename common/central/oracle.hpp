// The right answer for central forces, summed from the textbook formula or from the polynomials of
// the user's table. It shares no code with the kernels, so that it cannot share their errors.
#pragma once

#include <cstdint>
#include <vector>

#include "common/cells/periodic_box.hpp"
#include "common/central/halide_law.hpp"
#include "common/central/table.hpp"
#include "common/core/precision.hpp"
#include "common/particles/particle_set.hpp"

namespace gputest {

/// Defines the forces.
struct CentralPhysics {
  unsigned law = 0;  ///< CentralLaw::number
  double shape = 0;
  std::size_t types = 0;              ///< a particle's type is its mass in the set
  std::vector<double> a, b;           ///< CentralCoefficients
  std::vector<HalidePair> halide;     ///< for an alkali halide these replace the law
  bool virial = false;                ///< for an alkali halide: w has virials instead of energies
  const CentralTable* own = nullptr;  ///< g is this table instead of the law
  /// Kernels take g from this table; only its intervals matter, not its quartics.
  const CentralTable* table = nullptr;
};

/// The force on a particle, and the error of a kernel before it adds up the terms.
struct CentralForce {
  double fx = 0, fy = 0, fz = 0;
  double w = 0;              ///< sum of A g; for an alkali halide of u, or of -r u'(r)
  double sum_of_forces = 0;  ///< sum of |A| m r; errors of g are relative to m
  double sum_of_w = 0;       ///< sum of |A| m; for an alkali halide of the terms of u
  double force_off = 0;      ///< error of the force that the pairs may have
  double w_off = 0;          ///< the same for w
  /// The loss of a plain sum from terms smaller than four units in its last place, which are all
  /// rounded alike: of the force, and of w.
  double force_lost = 0, w_lost = 0;
};

/// The force on each listed particle from all others, at x_i - x_j or, along periodic axes, at
/// the difference to the nearest image. A pair at distance 0 adds nothing. The error of a pair of
/// magnitude |A| m may be the sum of
/// - ε (3 s + own + 2) |A| m: x is wrong by 3 ε, which g multiplies by its steepness s; own is
/// the
///   error of the formula (CentralTerms); A, the difference and their products add 2 ε. With a
///   table, the term m of the polynomial rounds (m + 1) ε instead of own. The table adds twice
///   the sum of the coefficients of the Chebyshev polynomials beyond the fourth, of g over the
///   interval and its neighbours;
/// - ε (s + 1) E/r |A| m for images across edges E of the box, because the difference of
///   coordinates is rounded before the image is taken;
/// - the whole of a component if rounding alone decides between two equally near images;
/// - the effect of numbers below the normal range of the precision;
/// - for an alkali halide the same, with the terms of its force, and for w of its energy, instead
///   of |A| m;
/// - for the user's table, the jump to the next polynomial, near such a jump.
/// O(listed * N), parallel; throws Error(interrupted) when interrupted.
std::vector<CentralForce> central_forces(const ParticleSet& particles,
                                         const CentralPhysics& physics, Precision precision,
                                         const std::vector<std::uint64_t>& listed);

}  // namespace gputest
