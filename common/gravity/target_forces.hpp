// Gravity between two sets of bodies. Programs request it from the kernels that gputest runs.
#pragma once

#include <cstdint>

#include "common/core/arguments.hpp"
#include "common/device/kernel.hpp"

namespace gputest {

/// Forces of the first `bodies` particles of the arrays on `targets` others, which begin at
/// `first_target`. The arrays hold `capacity` particles.
struct TargetForces {
  std::uint64_t capacity = 0;
  std::uint32_t bodies = 0;
  std::uint32_t first_target = 0;
  std::uint32_t targets = 0;
  double eps2 = 0;        ///< the softening length squared
  bool potential = true;  ///< whether the sum of m/r is wanted
};

/// The arguments of gravity_blocked, _double_single and _simd for these forces, in a layout of
/// buffers. If eps2 is too small for the configuration's precision, bodies at distance 0 pull
/// nothing.
KernelSignature gravity_signature(const TargetForces& forces, const Configuration& configuration);

/// The arguments of gravity_symmetric for the mutual forces between these bodies and targets:
/// result k belongs to particle k of the arrays. Pairs within each set are not computed; particles
/// between the sets get 0. Without targets, the pairs are those among the bodies.
KernelSignature gravity_pairs_signature(const TargetForces& forces,
                                        const Configuration& configuration);

}  // namespace gputest
