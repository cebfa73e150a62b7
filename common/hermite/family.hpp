// The family "hermite": what the 4th-order Hermite scheme needs of all pairs of bodies.
#pragma once

#include <cstdint>
#include <memory>

#include "common/run/family.hpp"

namespace gputest {

/// All pairs of bodies attract each other, G = 1, Plummer softening, self excluded: acceleration,
/// its derivative (jerk), sum of m/r and nearest neighbour of each active body (the oracle has the
/// formulas). All bodies are active, or so many of them as a block time step moves.
///
/// Arguments of a kernel: the layout's arrays; the arrays of velocities that
/// common/hermite/velocity.h names, none for aos; "active", the numbers of the active bodies. The
/// outputs "accelerations", x y z and the sum of m/r in w; "jerks", x y z and the squared distance
/// of the nearest body in w; "nearest", its number. A body that is alone is its own nearest, at
/// distance 0. Scratch for kernels that split the range of j: "partial" and "partial_nearest"
/// (common/hermite/moving_bodies.hpp). The scalars n, active_count, eps2, bodies_per_split.
///
/// Verification: the error of body i is the largest of |Δa| / Σ_j |a_ij|, |Δw| / w with
/// w = Σ_j m_j/r and |Δjerk| / Σ_j m_j (|v|/R³ + 3 r² |v|/R⁵). The tolerance is ε (16 + √N), ε the
/// spacing at 1 of the precision of an interaction. The 16: a term of the jerk has the factor 1/√
/// to 2 ulp five times, which gives 10, and the differences and products the rest. The √N, what
/// is allowed beside it on a body far from all others, and the bound of 16 times the root mean
/// square are those of gravity. The nearest must be no farther than the least distance by more
/// than 16 ε of its square, and so must the distance that is told be that. The bodies that
/// all_checked() and results_to_check() say are compared with the oracle. Where those are a sample,
/// every result must be finite and, where all bodies are active, Σ m_i a_i and Σ m_i jerk_i vanish.
std::unique_ptr<Family> make_hermite();

/// --eps and --active.
struct HermiteOptions {
  double eps = 0.02;         ///< softening length; 0: none
  std::uint32_t active = 0;  ///< bodies whose forces are wanted; 0: all
};
/// The options that make them.
const OptionSet<HermiteOptions>& hermite_options();

}  // namespace gputest
