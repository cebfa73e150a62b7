// What the launch functions at the end of each gravity_*.inl share. The platform's header has
// defined GT_LAUNCH and GT_API before.
#pragma once

#include <type_traits>

#include "common/layout/with_bodies.hpp"
#include "common/gravity/simt/plan.hpp"
#include "common/simt/with_instance.hpp"

namespace gputest {
namespace simt {

/// The arguments that every gravity kernel takes beside its bodies.
template <class Real>
struct GravityArguments {
  Vector4<Real>* sums;
  std::uint32_t n;
  Real eps2;

  explicit GravityArguments(const KernelCall& call)
      : sums(static_cast<Vector4<Real>*>(call.outputs[0])),
        n(call.scalar<std::uint32_t>("n")),
        eps2(call.scalar<Real>("eps2")) {}
};

/// Calls f(WithPotential, Unsoftened) with the call's two specializations as types. Without softening the
/// potential is always summed: that spares a third of the instances.
template <class F>
void with_switches(const KernelCall& call, F&& f) {
  if (call.specialization("unsoftened") == 1)
    f(std::true_type(), std::true_type());
  else if (call.specialization("potential") == 1)
    f(std::true_type(), std::false_type());
  else
    f(std::false_type(), std::false_type());
}

/// Kernels that add to their sums find them zero. Simt keeps the platforms' functions apart.
template <class Simt, class Real>
void zero(const GravityArguments<Real>& arguments) {
  static_cast<void>(GT_API(MemsetAsync)(arguments.sums, 0,
                                        std::size_t{arguments.n} * sizeof(Vector4<Real>), nullptr));
}

}  // namespace simt
}  // namespace gputest
