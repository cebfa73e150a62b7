// Binds the CPU's gravity kernels to a call.
#pragma once

#include <cstdint>

#include "common/cpu/declaration.hpp"
#include "common/gravity/pair.hpp"
#include "common/layout/choose.hpp"

namespace gputest::cpu {

/// A launch of compute(bodies, unsoftened, n, eps2, sums) for the layout and precision of the call,
/// among those that the kernel declares. `bodies` is a view, `unsoftened` a std::bool_constant.
template <class Kernel, class Compute>
Launch bind_sums(const KernelCall& call, const Compute& compute) {
  Launch launch;
  choose(bodies_of<Kernel>(call), switch_of(call, "unsoftened"), [&](auto bodies, auto unsoftened) {
    using Real = typename decltype(bodies)::gt_real;
    const auto n = call.scalar<std::uint32_t>("n");
    const auto eps2 = call.scalar<Real>("eps2");
    auto* sums = static_cast<GravitySum<Real>*>(call.outputs[0]);
    launch = [=] { compute(bodies, unsoftened, n, eps2, sums); };
  });
  return launch;
}

}  // namespace gputest::cpu
