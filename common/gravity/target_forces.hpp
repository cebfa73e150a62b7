// Gravity between two sets of bodies, as a program asks of the kernels that gputest runs.
#pragma once

#include <cstdint>

#include "common/core/arguments.hpp"
#include "common/device/kernel.hpp"

namespace gputest {

/// Forces of the first `bodies` particles of the arrays on `targets` others, which stand from
/// `first_target` on. The arrays hold `capacity` particles.
struct TargetForces {
  std::uint64_t capacity = 0;
  std::uint32_t bodies = 0;
  std::uint32_t first_target = 0;
  std::uint32_t targets = 0;
  double eps2 = 0;        ///< the softening length squared
  bool potential = true;  ///< whether the sum of m/r is wanted
};

/// The arguments of gravity_blocked, _double_single and _simd for that, in a layout of buffers.
/// Where the configuration's precision has no eps2 so small, nothing is pulled from a distance of
/// 0.
KernelSignature gravity_signature(const TargetForces& forces, const Configuration& configuration);

/// The arguments of gravity_symmetric for the forces between those bodies and those targets, on
/// both: result k is of particle k of the arrays. Neither set's own pairs are computed, and what
/// stands between the sets gets 0. Where there are no targets, the pairs are those among the
/// bodies.
KernelSignature gravity_pairs_signature(const TargetForces& forces,
                                        const Configuration& configuration);

}  // namespace gputest
