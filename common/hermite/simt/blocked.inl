// hermite_blocked: K active bodies a thread in registers, so that one read of body j serves K
// interactions, and the bodies j split over blocks, so that few active bodies fill the chip. A
// second pass adds up what the parts give, in their order.
#include "common/hermite/arguments.hpp"
#include "common/simt/launch.hpp"
#include "common/simt/simt.hpp"

namespace gputest {
namespace simt {

/// A body j as it lies in shared memory: two vector loads.
template <class Real>
struct HermiteStaged {
  Vector4<Real> place, velocity;
};

/// partial[s * active_count + k] = what part s of the bodies does to the k-th active one, for
/// `groups` blocks a part.
template <class Simt, class Bodies, unsigned Block, unsigned K,
          class Real = typename Bodies::gt_real>
__global__ void __launch_bounds__(Block)
    hermite_blocked(Bodies bodies, const std::uint32_t* __restrict__ active,
                    const std::uint32_t* __restrict__ places, hermite::Partial<Real> partial,
                    std::uint32_t active_count, std::uint32_t n, std::uint32_t bodies_per_split,
                    std::uint32_t groups, Real eps2) {
  __shared__ HermiteStaged<Real> tile[Block];
  const std::uint32_t split = blockIdx.x / groups;
  const std::uint32_t first_k = (blockIdx.x % groups) * (Block * K) + threadIdx.x;
  const std::uint32_t begin = split * bodies_per_split;
  const std::uint32_t end = n - begin < bodies_per_split ? n : begin + bodies_per_split;

  std::uint32_t i[K];
  hermite::MovingBody<Real> self[K];
  hermite::Sum<Real> sum[K];
  GT_UNROLL
  for (unsigned u = 0; u < K; ++u) {
    const std::uint32_t k = first_k + u * Block;
    const std::uint32_t own = k < active_count ? k : active_count - 1;
    i[u] = active[own];
    self[u] = bodies.load(places[own]);
    sum[u] = hermite::none<Real>(i[u]);
  }
  for (std::uint32_t first = begin; first < end; first += Block) {
    const std::uint32_t count = end - first < Block ? end - first : Block;
    __syncthreads();
    if (threadIdx.x < count) {
      const hermite::MovingBody<Real> mine = bodies.load(first + threadIdx.x);
      tile[threadIdx.x] = {{mine.m, mine.x, mine.y, mine.z}, {mine.vx, mine.vy, mine.vz, 0}};
    }
    __syncthreads();
    for (std::uint32_t j = 0; j < count; ++j) {
      const HermiteStaged<Real> staged = tile[j];
      const hermite::MovingBody<Real> other{staged.place.y,   staged.place.z,    staged.place.w,
                                            staged.place.x,   staged.velocity.x, staged.velocity.y,
                                            staged.velocity.z};
      GT_UNROLL
      for (unsigned u = 0; u < K; ++u) {
        sum[u] = hermite::add(sum[u], i[u], self[u], first + j, other, eps2);
      }
    }
  }
  GT_UNROLL
  for (unsigned u = 0; u < K; ++u) {
    const std::uint32_t k = first_k + u * Block;
    if (k < active_count) partial.store(std::size_t{split} * active_count + k, sum[u]);
  }
}

/// The results of the active bodies, for a grid of at least as many threads.
template <class Simt, class Real>
__global__ void hermite_blocked_total(const std::uint32_t* __restrict__ active,
                                      hermite::Partial<Real> partial,
                                      hermite::Results<Real> results, std::uint32_t active_count,
                                      std::uint32_t splits) {
  const std::uint32_t k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= active_count) return;
  hermite::Sum<Real> sum = hermite::none<Real>(active[k]);
  for (std::uint32_t s = 0; s < splits; ++s) {
    sum = partial.add(sum, std::size_t{s} * active_count + k);
  }
  results.store(k, active[k], sum);
}

template <class Simt>
struct hermite_blocked_kernel {
  static constexpr const char* summary =
      "several active bodies per thread in registers, j split over blocks";
  static constexpr const char* source = "beyond IPSJ survey, Fig. 6, with the jerk";
  using layouts = Layouts<hermite::Float4Moving, hermite::SoaMoving, hermite::AosMoving>;
  using precisions = Precisions<float, double>;
  using blocks = Blocks<128, 64, 256>;

  static void bind(const KernelCall& call, Binding& binding) {
    choose(bodies_of<hermite_blocked_kernel>(call), block_of<hermite_blocked_kernel>(call),
           [&](auto bodies, auto block) {
             using Bodies = decltype(bodies);
             using Real = typename Bodies::gt_real;
             // A block whose threads hold several bodies each must have as many.
             constexpr unsigned kMost = sizeof(Real) == 4 ? 4 : 2;
             const hermite::Arguments<Bodies> a(call);
             const auto add_passes = [&](auto bodies_per_thread) {
               constexpr unsigned kBodies = decltype(bodies_per_thread)::value;
               const unsigned groups = blocks_for(a.active_count, block * kBodies);
               binding.parameter("bodies_per_thread", kBodies);
               binding.parameter("splits", a.splits());
               add_kernel<Simt>(binding, "hermite_blocked",
                                hermite_blocked<Simt, Bodies, block, kBodies>, groups * a.splits(),
                                block, bodies, a.active, a.places, a.partial, a.active_count, a.n,
                                a.bodies_per_split, groups, a.eps2);
             };
             if (a.active_count > block)
               add_passes(std::integral_constant<unsigned, kMost>());
             else
               add_passes(std::integral_constant<unsigned, 1>());
             add_kernel<Simt>(binding, "hermite_blocked_total", hermite_blocked_total<Simt, Real>,
                              blocks_for(a.active_count, block), block, a.active, a.partial,
                              a.results, a.active_count, a.splits());
           });
  }
};

}  // namespace simt
}  // namespace gputest
