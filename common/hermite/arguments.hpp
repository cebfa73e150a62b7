// The arguments of a C++ Hermite kernel besides its bodies.
#pragma once

#include <cstdint>

#include "common/device/kernel_call.hpp"
#include "common/hermite/moving_bodies.hpp"

namespace gputest::hermite {

/// The arguments of a launch besides its bodies.
template <class Real>
struct Arguments {
  const std::uint32_t* active;  ///< numbers of the bodies that results belong to; a body does not
                                ///< pull itself
  const std::uint32_t* places;  ///< their places in the arrays; the bodies that pull come first
  std::uint32_t active_count;
  std::uint32_t n;
  std::uint32_t bodies_per_split;
  Real eps2;
  Results<Real> results;
  Partial<Real> partial;

  /// `arrays` is the number of the bodies' arrays, which come first.
  Arguments(const KernelCall& call, unsigned arrays)
      : active(static_cast<const std::uint32_t*>(call.inputs[arrays])),
        places(call.inputs.size() > arrays + 1
                   ? static_cast<const std::uint32_t*>(call.inputs[arrays + 1])
                   : active),
        active_count(call.scalar<std::uint32_t>("active_count")),
        n(call.scalar<std::uint32_t>("n")),
        bodies_per_split(call.scalar<std::uint32_t>("bodies_per_split")),
        eps2(call.scalar<Real>("eps2")),
        results{static_cast<Vector4<Real>*>(call.outputs[0]),
                static_cast<Vector4<Real>*>(call.outputs[1]),
                static_cast<std::uint32_t*>(call.outputs[2])},
        partial{static_cast<Vector4<Real>*>(call.scratch[0]),
                static_cast<std::uint32_t*>(call.scratch[1])} {}

  std::uint32_t splits() const { return (n + bodies_per_split - 1) / bodies_per_split; }
};

}  // namespace gputest::hermite
