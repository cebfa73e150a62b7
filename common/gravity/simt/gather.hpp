// How the precision variants go through the bodies: Parts threads of a block share one body i. Each
// takes its part of every tile of bodies j, and their sums are added in shared memory. So no sum
// passes through global memory, where it would be rounded to a plain number, and small n fills the
// chip.
#pragma once

#include "common/gravity/simt/distance.hpp"

namespace gputest {
namespace simt {

/// `gather`, for a block of Block threads, sums the effect of every body j < n on the body i that
/// bodies.load(i) returns. The Parts threads with equal threadIdx.x % (Block / Parts) share i.
///
/// Pair is the arithmetic: `Staged Pair::stage(Body)` is the form of a body j in shared memory,
/// `pair.add(sums, staged)` adds its interaction, and `Pair::merge(sums, others)` adds sums to
/// sums. The first Block / Parts threads have the complete result.
template <unsigned Block, unsigned Parts, class Pair, class Bodies>
GT_DEVICE_FN typename Pair::Sums gather(const Pair& pair, const Bodies& bodies, std::uint32_t n) {
  constexpr unsigned kBodies = Block / Parts;
  static_assert(Block % Parts == 0, "the parts of a block are equal");
  GT_SHARED(typename Pair::Staged, tile, [Block]);
  GT_SHARED(typename Pair::Sums, part_sums, [Block]);

  const unsigned part = threadIdx.x / kBodies;
  typename Pair::Sums sums = Pair::zero();
  for (std::uint32_t first = 0; first < n; first += Block) {
    __syncthreads();
    tile[threadIdx.x] = pair.stage(load_or_massless(bodies, first + threadIdx.x, n));
    __syncthreads();
    GT_UNROLL_BY(4)
    for (unsigned j = 0; j < Block; j += Parts) pair.add(sums, tile[j + part]);
  }
  part_sums[threadIdx.x] = sums;
  __syncthreads();
  if (part == 0) {
    for (unsigned other = 1; other < Parts; ++other) {
      Pair::merge(sums, part_sums[threadIdx.x + other * kBodies]);
    }
  }
  return sums;
}

}  // namespace simt
}  // namespace gputest
