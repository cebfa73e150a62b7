// The passes of the kernels that split the bodies j over blocks: each block adds up one part for
// some active bodies, and a second pass adds up the parts.
#pragma once

#include "common/hermite/arguments.hpp"
#include "common/simt/launch.hpp"
#include "common/simt/simt.hpp"

namespace gputest {
namespace simt {

/// Threads that share an active body where few are active, so that one of them meets few bodies j.
inline constexpr unsigned kHermiteLanes = 32;
/// Up to so many active bodies are few: with more, every thread has a body of its own.
inline constexpr unsigned kHermiteFew = 128;

/// The sum of what Lanes threads, neighbours in the block, have met: right in the first of them.
/// `met` is shared memory for a sum a thread; all threads of the block call.
template <unsigned Lanes, class Real>
GT_DEVICE_FN hermite::Sum<Real> sum_of_lanes(hermite::Sum<Real> sum, hermite::Sum<Real>* met) {
  const unsigned lane = threadIdx.x % Lanes;
  GT_UNROLL
  for (unsigned half = Lanes / 2; half > 0; half /= 2) {
    __syncthreads();
    met[threadIdx.x] = sum;
    __syncthreads();
    if (lane < half) sum = hermite::merged(sum, met[threadIdx.x + half]);
  }
  return sum;
}

/// partial[s * active_count + k] = what part s of the bodies does to the k-th active one, for
/// `groups` blocks a part. Pairs says how a body is staged in shared memory and what an interaction
/// is; a thread has K active bodies, or Lanes threads have one.
template <class Simt, class Bodies, class Pairs, unsigned Block, unsigned K, unsigned Lanes,
          class Real = typename Bodies::gt_real>
__global__ void __launch_bounds__(Block)
    hermite_parts(Bodies bodies, const std::uint32_t* __restrict__ active,
                  const std::uint32_t* __restrict__ places, hermite::Partial<Real> partial,
                  std::uint32_t active_count, std::uint32_t n, std::uint32_t bodies_per_split,
                  std::uint32_t groups, typename Pairs::Softening eps2) {
  static_assert(K == 1 || Lanes == 1);
  constexpr unsigned kApart = Block / Lanes;  // active bodies between two of a thread
  GT_SHARED(typename Pairs::Staged, tile, [Block]);
  const std::uint32_t split = blockIdx.x / groups;
  const std::uint32_t first_k = (blockIdx.x % groups) * (kApart * K) + threadIdx.x / Lanes;
  const std::uint32_t begin = split * bodies_per_split;
  const std::uint32_t end = n - begin < bodies_per_split ? n : begin + bodies_per_split;

  std::uint32_t i[K];
  typename Pairs::Own self[K];
  typename Pairs::Sum sum[K];
  GT_UNROLL
  for (unsigned u = 0; u < K; ++u) {
    const std::uint32_t k = first_k + u * kApart;
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
    for (std::uint32_t j = threadIdx.x % Lanes; j < count; j += Lanes) {
      const typename Pairs::Staged other = tile[j];
      GT_UNROLL
      for (unsigned u = 0; u < K; ++u) Pairs::add(sum[u], i[u], self[u], first + j, other, eps2);
    }
  }
  if constexpr (Lanes > 1) {
    GT_SHARED(hermite::Sum<Real>, met, [Block]);
    const hermite::Sum<Real> all = sum_of_lanes<Lanes, Real>(Pairs::finished(sum[0]), met);
    if (threadIdx.x % Lanes == 0 && first_k < active_count)
      partial.store(std::size_t{split} * active_count + first_k, all);
  } else {
    GT_UNROLL
    for (unsigned u = 0; u < K; ++u) {
      const std::uint32_t k = first_k + u * kApart;
      if (k < active_count)
        partial.store(std::size_t{split} * active_count + k, Pairs::finished(sum[u]));
    }
  }
}

/// The results of the active bodies, for a grid of at least Lanes times as many threads.
template <class Simt, class Real, unsigned Block, unsigned Lanes>
__global__ void __launch_bounds__(Block)
    hermite_parts_total(const std::uint32_t* __restrict__ active, hermite::Partial<Real> partial,
                        hermite::Results<Real> results, std::uint32_t active_count,
                        std::uint32_t splits) {
  const std::uint32_t k = (blockIdx.x * Block + threadIdx.x) / Lanes;
  const std::uint32_t own = k < active_count ? k : active_count - 1;
  hermite::Sum<Real> sum = hermite::none<Real>(active[own]);
  for (std::uint32_t s = threadIdx.x % Lanes; s < splits; s += Lanes)
    sum = partial.add(sum, std::size_t{s} * active_count + own);
  if constexpr (Lanes > 1) {
    GT_SHARED(hermite::Sum<Real>, met, [Block]);
    sum = sum_of_lanes<Lanes, Real>(sum, met);
  }
  if (k < active_count && threadIdx.x % Lanes == 0) results.store(k, active[k], sum);
}

/// Both passes of a kernel. Where more bodies are active than a block has threads, a thread has
/// Most of them.
template <class Simt, class Pairs, unsigned Most>
struct HermiteParts {
  template <class Bodies, class Block>
  static void bind(Binding& binding, const char* name, const char* total_name,
                   const KernelCall& call, Bodies bodies, Block) {
    using Real = typename Bodies::gt_real;
    constexpr unsigned kBlock = Block::value;
    const hermite::Arguments<Bodies> a(call);
    const auto add_passes = [&](auto bodies_per_thread, auto lanes) {
      constexpr unsigned kBodies = decltype(bodies_per_thread)::value;
      constexpr unsigned kLanes = decltype(lanes)::value;
      const unsigned groups = blocks_for(a.active_count, kBlock / kLanes * kBodies);
      binding.parameter("bodies_per_thread", kBodies);
      binding.parameter("threads_per_body", kLanes);
      binding.parameter("splits", a.splits());
      add_kernel<Simt>(binding, name, hermite_parts<Simt, Bodies, Pairs, kBlock, kBodies, kLanes>,
                       groups * a.splits(), kBlock, bodies, a.active, a.places, a.partial,
                       a.active_count, a.n, a.bodies_per_split, groups,
                       static_cast<typename Pairs::Softening>(a.eps2));
      add_kernel<Simt>(binding, total_name, hermite_parts_total<Simt, Real, kBlock, kLanes>,
                       blocks_for(a.active_count * kLanes, kBlock), kBlock, a.active, a.partial,
                       a.results, a.active_count, a.splits());
    };
    using One = std::integral_constant<unsigned, 1>;
    if (a.active_count <= kHermiteFew)
      add_passes(One(), std::integral_constant<unsigned, kHermiteLanes>());
    else if (a.active_count > kBlock)
      add_passes(std::integral_constant<unsigned, Most>(), One());
    else
      add_passes(One(), One());
  }
};

}  // namespace simt
}  // namespace gputest
