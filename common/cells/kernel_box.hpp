// The periodic box as an argument of a kernel that is a C++ function.
#pragma once

#include "common/device/kernel_call.hpp"

namespace gputest {

/// A periodic box, from box_scalars(): 0 along open axes.
template <class Real>
struct KernelBox {
  Real edge[3];
  Real inverse_edge[3];

  KernelBox() = default;
  explicit KernelBox(const KernelCall& call)
      : edge{call.scalar<Real>("edge_x"), call.scalar<Real>("edge_y"), call.scalar<Real>("edge_z")},
        inverse_edge{call.scalar<Real>("inverse_edge_x"), call.scalar<Real>("inverse_edge_y"),
                     call.scalar<Real>("inverse_edge_z")} {}
};

}  // namespace gputest
