// hermite_naive: one active body per thread, every body j from global memory.
#include "common/hermite/arguments.hpp"
#include "common/simt/launch.hpp"
#include "common/simt/simt.hpp"

namespace gputest {
namespace simt {

/// The results of the active bodies, for a grid with at least as many threads.
template <class Simt, class Bodies, class Real = typename Bodies::gt_real>
__global__ void hermite_naive(Bodies bodies, const std::uint32_t* __restrict__ active,
                              const std::uint32_t* __restrict__ places,
                              hermite::Results<Real> results, std::uint32_t active_count,
                              std::uint32_t n, Real eps2) {
  const std::uint32_t k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= active_count) return;
  const std::uint32_t i = active[k];
  const hermite::MovingBody<Real> self = bodies.load(places[k]);
  hermite::Sum<Real> sum = hermite::none<Real>(i);
  for (std::uint32_t j = 0; j < n; ++j) {
    sum = hermite::add(sum, i, self, j, bodies.load(j), eps2);
  }
  results.store(k, i, sum);
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct hermite_naive_kernel {
  static constexpr const char* summary = "one active body per thread, every j from global memory";
  static constexpr const char* source = "Makino and Aarseth 1992, PASJ 44, 141";
  using layouts = Layouts<hermite::Float4Moving, hermite::SoaMoving, hermite::AosMoving>;
  using precisions = Precisions<float, double>;
  using blocks = Blocks<128, 64, 256>;

  static void bind(const KernelCall& call, Binding& binding) {
    choose(any_bodies_of<hermite_naive_kernel>(call), [&](auto bodies) {
      using Bodies = decltype(bodies);
      const hermite::Arguments<typename Bodies::gt_real> a(call, bodies.count());
      const unsigned block = call.configuration.block;
      add_kernel<Simt, hermite_naive<Simt, Bodies>>(
          binding, "hermite_naive", blocks_for(a.active_count, block), block, bodies, a.active,
          a.places, a.results, a.active_count, a.n, a.eps2);
    });
  }
};
#endif

}  // namespace simt
}  // namespace gputest
