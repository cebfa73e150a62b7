// From a call to the instance of a kernel template that it names: what the launch functions of
// every family share.
#pragma once

#include <stdexcept>
#include <string>
#include <type_traits>

#include "common/core/error.hpp"
#include "common/device/kernel_call.hpp"

namespace gputest {
namespace simt {

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

}  // namespace simt
}  // namespace gputest
