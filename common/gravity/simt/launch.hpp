// Shared by the declarations at the end of each kernel file of this folder. The platform's header
// has been included before.
#pragma once

#include <type_traits>

#include "common/gravity/simt/plan.hpp"
#include "common/gravity/targets.hpp"
#include "common/layout/bodies.hpp"
#include "common/simt/launch.hpp"

namespace gputest {
namespace simt {

#ifndef GPUTEST_TEXT
using BothPrecisions = Precisions<float, double>;
#endif

/// The arguments of every gravity kernel besides its bodies.
template <class Real>
struct GravityArguments {
  Vector4<Real>* sums;
  std::uint32_t n;
  Real eps2;
  GravityTargets targets;

  explicit GravityArguments(const KernelCall& call)
      : sums(static_cast<Vector4<Real>*>(call.outputs[0])),
        n(call.scalar<std::uint32_t>("n")),
        eps2(call.scalar<Real>("eps2")),
        targets(gravity_targets(call)) {}
};

#ifndef GPUTEST_TEXT
/// Chooses the sums: with or without m/r, with or without softening. If the build does not compile
/// every instance, kernels without softening always sum m/r.
inline auto sums_of(const KernelCall& call) {
  const bool unsoftened = call.specialization("unsoftened") == 1;
#ifdef GPUTEST_EVERY_INSTANCE
  const bool potential = call.specialization("potential") == 1;
#else
  const bool potential = unsoftened || call.specialization("potential") == 1;
#endif
  return [=](auto&& f) {
    if (!potential && unsoftened) {
#ifdef GPUTEST_EVERY_INSTANCE
      f(std::false_type(), std::true_type());
#endif
    } else if (unsoftened) {
      f(std::true_type(), std::true_type());
    } else if (potential) {
      f(std::true_type(), std::false_type());
    } else {
      f(std::false_type(), std::false_type());
    }
  };
}

/// For kernels that add to their sums: sets these to zero first.
template <class Simt, class Real>
void clear_sums(Binding& binding, const GravityArguments<Real>& a) {
  binding.add_fill("clear sums", a.sums, 0, std::size_t{a.targets.count} * sizeof(Vector4<Real>));
}
#endif

}  // namespace simt
}  // namespace gputest
