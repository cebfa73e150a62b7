// The family "hermite": the forces of all pairs of bodies that the 4th-order Hermite scheme needs.
#pragma once

#include <cstdint>
#include <memory>

#include "common/run/family.hpp"

namespace gputest {

/// All pairs of bodies attract each other, with G = 1 and Plummer softening, without
/// self-interaction. The results of each active body are acceleration, its derivative (jerk), sum
/// of m/r and nearest neighbour; the oracle has the formulas. All bodies are active, or as many as
/// a block time step moves.
///
/// Arguments of a kernel: the layout's arrays; the arrays of velocities that
/// common/hermite/velocity.h names, none for aos; "active", the numbers of the active bodies. The
/// outputs are "accelerations", x y z and the sum of m/r in w; "jerks", x y z and the squared
/// distance of the nearest body in w; and "nearest", its number. A single body is its own nearest,
/// at distance 0. Kernels that split the range of j have the scratch "partial" and
/// "partial_nearest" (common/hermite/moving_bodies.hpp). The scalars are n, active_count, eps2,
/// bodies_per_split.
///
/// Verification: the error of body i is the largest of |Δa| / Σ_j |a_ij|, |Δw| / w and |Δjerk| /
/// Σ_j m_j (|v|/R³ + 3 r² |v|/R⁵), with w = Σ_j m_j/r. The tolerance is ε (16 + √N), with ε the
/// spacing at 1 of the precision of an interaction. The 16: a term of the jerk has the factor 1/√
/// to 2 ulp five times, which gives 10; the differences and products give the rest. The √N, the
/// drift at a body far from all others, and the limit of 16 times the root mean square are those of
/// gravity. The square of the nearest body's distance must exceed the least by at most 16 ε of it,
/// and the reported distance must agree. The verdict compares the bodies that all_checked() and
/// results_to_check() choose with the oracle. If they are a sample, every result must be finite
/// and, if all bodies are active, Σ m_i a_i and Σ m_i jerk_i must vanish.
std::unique_ptr<Family> make_hermite();

/// --eps and --active.
struct HermiteOptions {
  double eps = 0.02;         ///< softening length; 0: none
  std::uint32_t active = 0;  ///< number of active bodies; 0: all
};
/// The options that set them.
const OptionSet<HermiteOptions>& hermite_options();

}  // namespace gputest
