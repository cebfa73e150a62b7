// memory_chase: one thread of one block; each load depends on the one before: the latency.
#include "common/memory/family.hpp"
#include "common/simt/launch.hpp"
#include "common/simt/simt.hpp"

namespace gputest {
namespace simt {

/// For one block.
template <class Simt>
__global__ void memory_chase(const std::uint32_t* __restrict__ next,
                             std::uint32_t* __restrict__ end, std::uint32_t hops) {
  if (threadIdx.x != 0) return;
  std::uint32_t i = 0, sum = 0;
  for (std::uint32_t hop = 0; hop < hops; ++hop) {
    i = next[i];
    sum += i + 1;
  }
  end[0] = i;
  end[1] = sum;
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct memory_chase_kernel {
  static constexpr const char* summary =
      "one thread follows a ring of indices: each load waits for the one before";
  static constexpr const char* source =
      "lat_mem_rd: McVoy and Staelin 1996, lmbench, USENIX Technical Conference";
  using layouts = Layouts<DenseArray>;
  using precisions = Precisions<float>;
  using blocks = Blocks<64>;
  using axes = AxisList<AxisValues<"access", "chase">>;

  static void bind(const KernelCall& call, Binding& binding) {
    add_kernel<Simt, memory_chase<Simt>>(binding, "memory_chase", 1u, call.configuration.block,
                                         static_cast<const std::uint32_t*>(call.inputs[0]),
                                         static_cast<std::uint32_t*>(call.outputs[0]),
                                         call.scalar<std::uint32_t>("hops"));
  }
};
#endif

}  // namespace simt
}  // namespace gputest
