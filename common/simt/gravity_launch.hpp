// From a call to the instance of a kernel template that it names: what the launch functions at the
// end of each gravity_*.inl share. The platform's header has defined GT_LAUNCH and GT_API before.
#pragma once

#include <stdexcept>
#include <type_traits>

#include "common/core/error.hpp"
#include "common/layout/with_bodies.hpp"
#include "common/simt/gravity_plan.hpp"

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

/// Calls f(WithPotential, Unsoftened) with the call's two constants as types. Without softening the
/// potential is always summed: that spares a third of the instances.
template <class F>
void with_switches(const KernelCall& call, F&& f) {
  if (call.constant("unsoftened") == 1)
    f(std::true_type(), std::true_type());
  else if (call.constant("potential") == 1)
    f(std::true_type(), std::false_type());
  else
    f(std::false_type(), std::false_type());
}

/// Calls f(Block) with the call's block size as a type, which must be one of Blocks.
template <unsigned... Blocks, class F>
void with_block(const KernelCall& call, F&& f) {
  const unsigned block = call.configuration.block;
  const bool found =
      ((block == Blocks ? (f(std::integral_constant<unsigned, Blocks>()), true) : false) || ...);
  if (!found)
    throw std::logic_error("a kernel is not compiled for block size " + std::to_string(block));
}

/// Calls f(simt) with the traits whose wavefront is the device's. A platform whose devices differ
/// compiles a kernel for each; on any other, a device of another kind is refused.
template <class Simt, class F>
void with_warp(const KernelCall& call, F&& f) {
  using Wide = typename Simt::template WithWarp<64>;
  using Narrow = typename Simt::template WithWarp<32>;
  if (call.warp_size == Wide::kWarpSize)
    f(Wide());
  else if (call.warp_size == Narrow::kWarpSize)
    f(Narrow());
  else
    throw Error(
        Status::unavailable,
        "the kernel is compiled for wavefronts of " + std::to_string(Narrow::kWarpSize) +
            (Wide::kWarpSize == Narrow::kWarpSize ? ""
                                                  : " and " + std::to_string(Wide::kWarpSize)) +
            " threads, and the device's have " + std::to_string(call.warp_size));
}

/// Kernels that add to their sums find them zero. Simt keeps the platforms' functions apart.
template <class Simt, class Real>
void zero(const GravityArguments<Real>& arguments) {
  static_cast<void>(GT_API(MemsetAsync)(arguments.sums, 0,
                                        std::size_t{arguments.n} * sizeof(Vector4<Real>), nullptr));
}

}  // namespace simt
}  // namespace gputest
