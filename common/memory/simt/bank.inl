// memory_bank: neighbouring threads read elements of shared memory that are `stride` apart. With 32
// banks of 4 bytes, stride 2 in fp32 uses half of them. Stride 32 uses only one, which then serves
// the threads one after another.
#include "common/memory/amounts.h"
#include "common/memory/family.hpp"
#include "common/simt/launch.hpp"
#include "common/simt/simt.hpp"

namespace gputest {
namespace simt {

/// For a grid with at least n threads.
template <class Simt, class Real, unsigned Block>
__global__ void __launch_bounds__(Block)
    memory_bank(const Real* __restrict__ a, Real* __restrict__ c, std::uint32_t n,
                std::uint32_t stride) {
  static_assert(Block % GT_MEMORY_TILE_THREADS == 0, "i and the thread have one remainder");
  GT_SHARED(Real, tile, [GT_MEMORY_TILE]);
  for (unsigned k = threadIdx.x; k < GT_MEMORY_TILE; k += Block) tile[k] = a[k];
  __syncthreads();
  const std::uint32_t i = blockIdx.x * Block + threadIdx.x;
  std::uint32_t place = threadIdx.x % GT_MEMORY_TILE_THREADS * stride;
  Real sum = 0;
  GT_UNROLL_BY(8)
  for (unsigned k = 0; k < GT_MEMORY_TILE_READS; ++k, place += GT_MEMORY_TILE_STEP)
    sum += tile[place % GT_MEMORY_TILE];
  if (i < n) c[i] = sum;
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct memory_bank_kernel {
  static constexpr const char* summary =
      "256 reads of shared memory per thread, `stride` elements from its neighbour's";
  static constexpr const char* source = "gputest";
  using layouts = Layouts<DenseArray>;
  using precisions = Precisions<float, double>;
  using blocks = Blocks<256, 64>;
  using axes = AxisList<AxisValues<"access", "bank">, AxisValues<"stride">>;

  static void bind(const KernelCall& call, Binding& binding) {
    choose(bodies_of<memory_bank_kernel>(call), block_of<memory_bank_kernel>(call),
           [&](auto arrays, auto block) {
             using Real = typename decltype(arrays)::gt_real;
             add_kernel<Simt, memory_bank<Simt, Real, decltype(block)::value>>(
                 binding, "memory_bank", blocks_for(call.items, block), block, arrays.a,
                 static_cast<Real*>(call.outputs[0]), call.scalar<std::uint32_t>("n"),
                 call.scalar<std::uint32_t>("stride"));
           });
  }
};
#endif

}  // namespace simt
}  // namespace gputest
