// memory_dot: as in BabelStream, the blocks fill the device and each adds up its threads' sums;
// then one block adds up the blocks' sums.
#include "common/memory/amounts.h"
#include "common/memory/family.hpp"
#include "common/simt/launch.hpp"
#include "common/simt/simt.hpp"

namespace gputest {
namespace simt {

/// The sum of `sum` over the threads of a block, valid in thread 0; others get 0. Every thread of
/// the block must call it.
template <class Real, unsigned Block>
GT_DEVICE_FN Real memory_block_sum(Real sum) {
  GT_SHARED(Real, sums, [Block]);
  sums[threadIdx.x] = sum;
  for (unsigned half = Block / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
  }
  return threadIdx.x == 0 ? sums[0] : Real(0);
}

/// partial[block] = the sum of the block's terms, for any number of blocks.
template <class Simt, class Real, unsigned Block>
__global__ void __launch_bounds__(Block)
    memory_dot(const Real* __restrict__ a, const Real* __restrict__ b, Real* __restrict__ partial,
               std::uint32_t n) {
  Real sum = 0;
  for (std::uint32_t i = blockIdx.x * Block + threadIdx.x; i < n; i += gridDim.x * Block)
    sum += a[i] * b[i];
  sum = memory_block_sum<Real, Block>(sum);
  if (threadIdx.x == 0) partial[blockIdx.x] = sum;
}

/// sum[0] = the sum of `parts` partial sums, for one block.
template <class Simt, class Real, unsigned Block>
__global__ void __launch_bounds__(Block)
    memory_dot_total(const Real* __restrict__ partial, Real* __restrict__ sum,
                     std::uint32_t parts) {
  Real of_thread = 0;
  for (std::uint32_t i = threadIdx.x; i < parts; i += Block) of_thread += partial[i];
  of_thread = memory_block_sum<Real, Block>(of_thread);
  if (threadIdx.x == 0) sum[0] = of_thread;
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct memory_dot_kernel {
  static constexpr const char* summary = "sum of a b: two arrays read, nothing written";
  static constexpr const char* source = "BabelStream: dot";
  using layouts = Layouts<DenseArray>;
  using precisions = Precisions<float, double>;
  using blocks = Blocks<256, 64>;
  using axes = AxisList<AxisValues<"access", "dot">>;

  static void bind(const KernelCall& call, Binding& binding) {
    choose(bodies_of<memory_dot_kernel>(call), block_of<memory_dot_kernel>(call),
           [&](auto arrays, auto block) {
             using Real = typename decltype(arrays)::gt_real;
             constexpr unsigned kBlock = decltype(block)::value;
             const auto groups = static_cast<unsigned>(call.property("groups"));
             auto* partial = static_cast<Real*>(call.scratch[0]);
             add_kernel<Simt, memory_dot<Simt, Real, kBlock>>(
                 binding, "memory_dot", groups, kBlock, arrays.a,
                 static_cast<const Real*>(call.inputs[1]), partial,
                 call.scalar<std::uint32_t>("n"));
             add_kernel<Simt, memory_dot_total<Simt, Real, kBlock>>(
                 binding, "memory_dot_total", 1u, kBlock, partial,
                 static_cast<Real*>(call.outputs[0]), groups);
           });
  }
};
#endif

}  // namespace simt
}  // namespace gputest
