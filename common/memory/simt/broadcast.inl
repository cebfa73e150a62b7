// memory_broadcast: all threads read the same word simultaneously, 64 times; a warp needs one
// transaction for each.
#include "common/memory/amounts.h"
#include "common/memory/family.hpp"
#include "common/simt/launch.hpp"
#include "common/simt/simt.hpp"

namespace gputest {
namespace simt {

/// For a grid with at least n threads.
template <class Simt>
__global__ void memory_broadcast(const std::uint32_t* __restrict__ a, std::uint32_t* __restrict__ c,
                                 std::uint32_t n) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  std::uint32_t number = i;
  GT_UNROLL
  for (unsigned k = 0; k < GT_MEMORY_SHARED_READS; ++k) number = (number ^ a[k]) * GT_MEMORY_MIX;
  c[i] = number;
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct memory_broadcast_kernel {
  static constexpr const char* summary = "all elements need the same 64 words, one after another";
  static constexpr const char* source = "gputest";
  using layouts = Layouts<DenseArray>;
  using precisions = Precisions<float>;
  using blocks = Blocks<256, 64>;
  using axes = AxisList<AxisValues<"access", "broadcast">>;

  static void bind(const KernelCall& call, Binding& binding) {
    const unsigned block = call.configuration.block;
    add_kernel<Simt, memory_broadcast<Simt>>(
        binding, "memory_broadcast", blocks_for(call.items, block), block,
        static_cast<const std::uint32_t*>(call.inputs[0]),
        static_cast<std::uint32_t*>(call.outputs[0]), call.scalar<std::uint32_t>("n"));
  }
};
#endif

}  // namespace simt
}  // namespace gputest
