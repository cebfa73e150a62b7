// memory_launch: almost empty kernels, one after another, which show the launch overhead.
#include "common/memory/family.hpp"
#include "common/simt/launch.hpp"
#include "common/simt/simt.hpp"

namespace gputest {
namespace simt {

template <class Simt>
__global__ void memory_launch_empty(std::uint32_t) {}

/// Adds 1 to the result of the launch before; the first of a series to a[0].
template <class Simt>
__global__ void memory_launch(const std::uint32_t* __restrict__ a, std::uint32_t* counts,
                              std::uint32_t launch) {
  if (blockIdx.x == 0 && threadIdx.x == 0) counts[0] = (launch == 0 ? a[0] : counts[0]) + 1;
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct memory_launch_kernel {
  static constexpr const char* summary =
      "almost empty kernels, one after another: the launch overhead";
  static constexpr const char* source = "gputest";
  using layouts = Layouts<DenseArray>;
  using precisions = Precisions<float>;
  using blocks = Blocks<64>;
  using axes =
      AxisList<AxisValues<"access", "launch">, AxisValues<"launches">, AxisValues<"launched">>;

  static void bind(const KernelCall& call, Binding& binding) {
    const unsigned block = call.configuration.block;
    const auto grid = [blocks = blocks_for(call.items, block)](std::uint32_t) { return blocks; };
    if (const std::uint32_t empty = call.specialization("empty_kernels"); empty > 0)
      add_series<Simt, memory_launch_empty<Simt>>(binding, "memory_launch_empty", empty, grid,
                                                  block);
    add_series<Simt, memory_launch<Simt>>(binding, "memory_launch",
                                          call.specialization("counting_kernels"), grid, block,
                                          static_cast<const std::uint32_t*>(call.inputs[0]),
                                          static_cast<std::uint32_t*>(call.outputs[0]));
  }
};
#endif

}  // namespace simt
}  // namespace gputest
