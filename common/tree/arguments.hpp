// What a kernel of C++ is called with: see make_tree().
#pragma once

#include <cstdint>

#include "common/device/kernel_call.hpp"
#include "common/tree/cell.hpp"

namespace gputest::tree {

/// The arguments of a launch.
template <class R>
struct Arguments {
  using Real = R;
  Arrays<Real> tree;
  Levels levels;
  std::uint32_t n;
  Real eps2, theta;
  Vector4<Real>* accelerations;

  explicit Arguments(const KernelCall& call)
      : tree{static_cast<Vector4<Real>*>(call.scratch[0]),
             static_cast<std::uint32_t*>(call.scratch[1]),
             static_cast<Vector4<Real>*>(call.scratch[2]),
             static_cast<Vector4<Real>*>(call.scratch[3]),
             static_cast<Vector4<Real>*>(call.scratch[4])},
        levels(levels_of(call.scalar<std::uint32_t>("n"))),
        n(call.scalar<std::uint32_t>("n")),
        eps2(call.scalar<Real>("eps2")),
        theta(call.scalar<Real>("theta")),
        accelerations(static_cast<Vector4<Real>*>(call.outputs[0])) {}
};

}  // namespace gputest::tree
