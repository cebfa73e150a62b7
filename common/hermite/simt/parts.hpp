// The passes of the kernels that split the bodies j over blocks: each block adds up one part for
// some active bodies, and a second pass adds up the parts.
#pragma once

#include "common/hermite/arguments.hpp"
#include "common/simt/launch.hpp"
#include "common/simt/simt.hpp"

namespace gputest {
namespace simt {

/// Up to this number, active bodies are few: adjacent threads of the block share one. With more,
/// every thread has its own.
inline constexpr unsigned kHermiteFew = 128;
/// The least total number of threads for a few active bodies, for each part of the bodies j.
inline constexpr unsigned kHermiteFewThreads = 256;

/// Threads that share one of `active_count` active bodies: 1, 2, 4, …, up to a block.
inline unsigned hermite_lanes(std::uint32_t active_count, unsigned block) {
  unsigned lanes = 1;
  if (active_count <= kHermiteFew)
    while (lanes < block && lanes * active_count < kHermiteFewThreads) lanes *= 2;
  return lanes;
}

/// The sum over `lanes` adjacent threads of the block; valid only in the first of them. `met` is
/// shared memory for one sum per thread. All threads of the block must call it.
template <class Real>
GT_DEVICE_FN hermite::Sum<Real> sum_of_lanes(unsigned lanes, hermite::Sum<Real> sum,
                                             hermite::Sum<Real>* met) {
  const unsigned lane = threadIdx.x % lanes;
  for (unsigned half = lanes / 2; half > 0; half /= 2) {
    __syncthreads();
    met[threadIdx.x] = sum;
    __syncthreads();
    if (lane < half) sum = hermite::merged(sum, met[threadIdx.x + half]);
  }
  return sum;
}

/// partial[s * active_count + k] = the effect of part s of the bodies on the k-th active one, with
/// `groups` blocks per part. Pairs defines the staged form of a body in shared memory, and the
/// interaction. A thread has K active bodies; if K is 1, `lanes` threads share one.
template <class Simt, class Bodies, class Pairs, unsigned Block, unsigned K,
          class Real = typename Bodies::gt_real>
__global__ void __launch_bounds__(Block)
    hermite_parts(Bodies bodies, const std::uint32_t* __restrict__ active,
                  const std::uint32_t* __restrict__ places, hermite::Partial<Real> partial,
                  std::uint32_t active_count, std::uint32_t n, std::uint32_t bodies_per_split,
                  std::uint32_t groups, unsigned lanes_of_one, typename Pairs::Softening eps2) {
  const unsigned lanes = K == 1 ? lanes_of_one : 1;
  const unsigned apart = Block / lanes;  // distance between two active bodies of one thread
  GT_SHARED(typename Pairs::Staged, tile, [Block]);
  const std::uint32_t split = blockIdx.x / groups;
  const std::uint32_t first_k = (blockIdx.x % groups) * (apart * K) + threadIdx.x / lanes;
  const std::uint32_t begin = split * bodies_per_split;
  const std::uint32_t end = n - begin < bodies_per_split ? n : begin + bodies_per_split;

  std::uint32_t i[K];
  typename Pairs::Own self[K];
  typename Pairs::Sum sum[K];
  GT_UNROLL
  for (unsigned u = 0; u < K; ++u) {
    const std::uint32_t k = first_k + u * apart;
    const std::uint32_t own = k < active_count ? k : active_count - 1;
    i[u] = active[own];
    self[u] = Pairs::own(bodies.load(places[own]));
    sum[u] = Pairs::none(i[u]);
  }
  for (std::uint32_t first = begin; first < end; first += Block) {
    const std::uint32_t count = end - first < Block ? end - first : Block;
    __syncthreads();
    if (threadIdx.x < count) tile[threadIdx.x] = Pairs::staged(bodies.load(first + threadIdx.x));
    __syncthreads();
    for (std::uint32_t j = threadIdx.x % lanes; j < count; j += lanes) {
      const typename Pairs::Staged other = tile[j];
      GT_UNROLL
      for (unsigned u = 0; u < K; ++u) Pairs::add(sum[u], i[u], self[u], first + j, other, eps2);
    }
  }
  if constexpr (K == 1) {
    GT_SHARED(hermite::Sum<Real>, met, [Block]);
    const hermite::Sum<Real> all = sum_of_lanes<Real>(lanes, Pairs::finished(sum[0]), met);
    if (threadIdx.x % lanes == 0 && first_k < active_count)
      partial.store(std::size_t{split} * active_count + first_k, all);
  } else {
    GT_UNROLL
    for (unsigned u = 0; u < K; ++u) {
      const std::uint32_t k = first_k + u * apart;
      if (k < active_count)
        partial.store(std::size_t{split} * active_count + k, Pairs::finished(sum[u]));
    }
  }
}

/// The results of the active bodies, for a grid with at least `lanes` times as many threads.
template <class Simt, class Real, unsigned Block>
__global__ void __launch_bounds__(Block)
    hermite_parts_total(const std::uint32_t* __restrict__ active, hermite::Partial<Real> partial,
                        hermite::Results<Real> results, std::uint32_t active_count,
                        std::uint32_t splits, unsigned lanes) {
  const std::uint32_t k = (blockIdx.x * Block + threadIdx.x) / lanes;
  const std::uint32_t own = k < active_count ? k : active_count - 1;
  hermite::Sum<Real> sum = hermite::none<Real>(active[own]);
  for (std::uint32_t s = threadIdx.x % lanes; s < splits; s += lanes)
    sum = partial.add(sum, std::size_t{s} * active_count + own);
  GT_SHARED(hermite::Sum<Real>, met, [Block]);
  sum = sum_of_lanes<Real>(lanes, sum, met);
  if (k < active_count && threadIdx.x % lanes == 0) results.store(k, active[k], sum);
}

#ifndef GPUTEST_TEXT
/// Both passes of a kernel. A thread has Most active bodies if there are more than the threads of a
/// block and they are not few.
template <class Simt, class Pairs, unsigned Most>
struct HermiteParts {
  template <class Bodies, class Block>
  static void bind(Binding& binding, const char* name, const char* total_name,
                   const KernelCall& call, Bodies bodies, Block) {
    using Real = typename Bodies::gt_real;
    constexpr unsigned kBlock = Block::value;
    const hermite::Arguments<typename Bodies::gt_real> a(call, bodies.count());
    const unsigned lanes = hermite_lanes(a.active_count, kBlock);
    const unsigned total_lanes = lanes > 1 ? kBlock : 1;  // one or a few parts for each
    const auto add_passes = [&](auto bodies_per_thread) {
      constexpr unsigned kBodies = decltype(bodies_per_thread)::value;
      const unsigned groups = blocks_for(a.active_count, kBlock / lanes * kBodies);
      binding.parameter("bodies_per_thread", kBodies);
      binding.parameter("threads_per_body", lanes);
      binding.parameter("splits", a.splits());
      add_kernel<Simt, hermite_parts<Simt, Bodies, Pairs, kBlock, kBodies>>(
          binding, name, groups * a.splits(), kBlock, bodies, a.active, a.places, a.partial,
          a.active_count, a.n, a.bodies_per_split, groups, lanes,
          static_cast<typename Pairs::Softening>(a.eps2));
      add_kernel<Simt, hermite_parts_total<Simt, Real, kBlock>>(
          binding, total_name, blocks_for(a.active_count * total_lanes, kBlock), kBlock, a.active,
          a.partial, a.results, a.active_count, a.splits(), total_lanes);
    };
    if (lanes == 1 && a.active_count > kBlock)
      add_passes(std::integral_constant<unsigned, Most>());
    else
      add_passes(std::integral_constant<unsigned, 1>());
  }
};
#endif

}  // namespace simt
}  // namespace gputest
