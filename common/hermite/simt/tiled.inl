// hermite_tiled: the bodies j pass through shared memory, one block's worth at a time. So global
// memory is read once per block, not once per thread.
#include "common/hermite/arguments.hpp"
#include "common/simt/launch.hpp"
#include "common/simt/simt.hpp"

namespace gputest {
namespace simt {

/// The results of the active bodies, for a grid with at least as many threads in blocks of Block.
template <class Simt, class Bodies, unsigned Block, class Real = typename Bodies::gt_real>
__global__ void __launch_bounds__(Block)
    hermite_tiled(Bodies bodies, const std::uint32_t* __restrict__ active,
                  const std::uint32_t* __restrict__ places, hermite::Results<Real> results,
                  std::uint32_t active_count, std::uint32_t n, Real eps2) {
  GT_SHARED(hermite::MovingBody<Real>, tile, [Block]);
  const std::uint32_t k = blockIdx.x * Block + threadIdx.x;
  const std::uint32_t own = k < active_count ? k : active_count - 1;
  const std::uint32_t i = active[own];
  const hermite::MovingBody<Real> self = bodies.load(places[own]);
  hermite::Sum<Real> sum = hermite::none<Real>(i);
  for (std::uint32_t first = 0; first < n; first += Block) {
    const std::uint32_t count = n - first < Block ? n - first : Block;
    __syncthreads();
    if (threadIdx.x < count) tile[threadIdx.x] = bodies.load(first + threadIdx.x);
    __syncthreads();
    for (std::uint32_t j = 0; j < count; ++j) {
      sum = hermite::add(sum, i, self, first + j, tile[j], eps2);
    }
  }
  if (k < active_count) results.store(k, i, sum);
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct hermite_tiled_kernel {
  static constexpr const char* summary = "j staged through shared memory, a block's size at a time";
  static constexpr const char* source = "IPSJ survey, Fig. 5, with the jerk";
  using layouts = Layouts<hermite::Float4Moving, hermite::SoaMoving, hermite::AosMoving>;
  using precisions = Precisions<float, double>;
  using blocks = Blocks<128, 64, 256>;

  static void bind(const KernelCall& call, Binding& binding) {
    choose(any_bodies_of<hermite_tiled_kernel>(call), block_of<hermite_tiled_kernel>(call),
           [&](auto bodies, auto block) {
             using Bodies = decltype(bodies);
             const hermite::Arguments<typename Bodies::gt_real> a(call, bodies.count());
             add_kernel<Simt, hermite_tiled<Simt, Bodies, block>>(
                 binding, "hermite_tiled", blocks_for(a.active_count, block), block, bodies,
                 a.active, a.places, a.results, a.active_count, a.n, a.eps2);
           });
  }
};
#endif

}  // namespace simt
}  // namespace gputest
