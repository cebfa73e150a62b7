// The right answer for central forces, summed from the textbook formula or, of a table of the
// user's own, from its polynomials. It shares no code with the kernels, so that an error of theirs
// cannot be its own.
#pragma once

#include <cstdint>
#include <vector>

#include "common/cells/periodic_box.hpp"
#include "common/central/halide_law.hpp"
#include "common/central/table.hpp"
#include "common/core/precision.hpp"
#include "common/particles/particle_set.hpp"

namespace gputest {

/// Which forces.
struct CentralPhysics {
  unsigned law = 0;  ///< CentralLaw::number
  double shape = 0;
  std::size_t types = 0;              ///< a particle's type is its mass in the set
  std::vector<double> a, b;           ///< CentralCoefficients
  std::vector<HalidePair> halide;     ///< of an alkali halide these instead, and no law
  bool virial = false;                ///< of that: w has virials in place of energies
  const CentralTable* own = nullptr;  ///< g is this rather than the law
  const CentralTable* table =
      nullptr;  ///< kernels have g from this: its intervals, of any quartics
};

/// What acts on a particle, and what a kernel may be off by before its terms are added up.
struct CentralForce {
  double fx = 0, fy = 0, fz = 0;
  double w = 0;              ///< sum of A g; of an alkali halide of u, or of -r u'(r)
  double sum_of_forces = 0;  ///< sum of |A| m r, m the magnitude that an error of g is relative to
  double sum_of_w = 0;       ///< sum of |A| m; of an alkali halide of the terms of u
  double force_off = 0;      ///< what pairs may be off by, of the force
  double w_off = 0;          ///< and of w
  /// What a plain sum may lose of terms that are smaller than four units in its last place, which
  /// are rounded alike: of the force, and of w.
  double force_lost = 0, w_lost = 0;
};

/// Of each particle listed, due to all, at x_i - x_j or, along axes in which the box is periodic,
/// that of the nearest image; a pair at one place adds nothing. A pair of |A| m may be off by the
/// sum of
/// - ε (3 s + own + 2) |A| m: x is wrong by 3 ε, which g multiplies by its steepness s; own is that
///   of the formula (CentralTerms), and A, the difference and their products round 2 ε more. Where
///   kernels have a table, its polynomial rounds (m + 1) ε of its m-th term in place of own, and is
///   off by twice the sum of the coefficients of Chebyshev's polynomials beyond the fourth, of g
///   over the interval and those beside it;
/// - ε (s + 1) E/r |A| m for images across edges E of the box, whose difference of coordinates is
///   rounded before the image is taken;
/// - the whole of a component where two images are equally near but for rounding;
/// - what numbers that are no normal ones of the precision amount to;
/// - of an alkali halide likewise, with the terms of its force in place of |A| m, and of w with
/// those
///   of its energy;
/// - of a table of the user's own, the step from one polynomial to the next, near one.
/// O(listed * N), parallel; throws Error(interrupted) when interrupted.
std::vector<CentralForce> central_forces(const ParticleSet& particles,
                                         const CentralPhysics& physics, Precision precision,
                                         const std::vector<std::uint64_t>& listed);

}  // namespace gputest
