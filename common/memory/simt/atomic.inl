// memory_atomic: 16 atomic additions per thread, to a counter that all share, one that 32
// neighbours share, or its own. The counter's place is computed, so that no compiler first adds
// within a warp.
#include "common/memory/amounts.h"
#include "common/memory/family.hpp"
#include "common/simt/launch.hpp"
#include "common/simt/simt.hpp"

namespace gputest {
namespace simt {

/// For a grid with at least n threads; counts begin at zero.
template <class Simt>
__global__ void memory_atomic(const std::uint32_t* __restrict__ a, std::uint32_t* counts,
                              std::uint32_t n, std::uint32_t shift) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  GT_UNROLL
  for (unsigned k = 0; k < GT_MEMORY_ADDS; ++k)
    atomicAdd(&counts[i >> shift], a[(i + k) % GT_MEMORY_ADDENDS]);
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct memory_atomic_kernel {
  static constexpr const char* summary =
      "atomic additions of integers: to one counter, one per 32 items, or one per item";
  static constexpr const char* source = "gputest";
  using layouts = Layouts<DenseArray>;
  using precisions = Precisions<float>;
  using blocks = Blocks<256, 64>;
  using axes = AxisList<AxisValues<"access", "atomic">, AxisValues<"counters">>;

  static void bind(const KernelCall& call, Binding& binding) {
    const unsigned block = call.configuration.block;
    const auto shift = call.scalar<std::uint32_t>("shift");
    auto* counts = static_cast<std::uint32_t*>(call.outputs[0]);
    const std::uint64_t bytes = sizeof *counts * (((call.items - 1) >> shift) + 1);
    binding.add_fill("zero", counts, 0, bytes);
    add_kernel<Simt, memory_atomic<Simt>>(binding, "memory_atomic", blocks_for(call.items, block),
                                          block, static_cast<const std::uint32_t*>(call.inputs[0]),
                                          counts, call.scalar<std::uint32_t>("n"), shift);
  }
};
#endif

}  // namespace simt
}  // namespace gputest
