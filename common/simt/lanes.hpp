// Sums over threads of a wavefront or a block.
#pragma once

#include "common/simt/simt.hpp"

namespace gputest {
namespace simt {

/// The sum over `Lanes` consecutive lanes, returned to each of them, by a butterfly of shuffles.
/// Every lane must call.
template <class Simt, unsigned Lanes, class Value>
GT_DEVICE_FN Value sum_of_lanes(Value value) {
  const unsigned lane = threadIdx.x % Simt::kWarpSize;
  GT_UNROLL
  for (unsigned distance = Lanes / 2; distance > 0; distance /= 2)
    value += Simt::shuffle(value, lane ^ distance);
  return value;
}

/// The sum over the lanes up to this one. Every lane must call.
template <class Simt>
GT_DEVICE_FN std::uint32_t sum_upto(std::uint32_t value) {
  const unsigned lane = threadIdx.x % Simt::kWarpSize;
  GT_UNROLL
  for (unsigned distance = 1; distance < Simt::kWarpSize; distance *= 2) {
    const std::uint32_t other = Simt::shuffle(value, lane < distance ? lane : lane - distance);
    if (lane >= distance) value += other;
  }
  return value;
}

/// The sum over the block's threads before this one. Every thread must call. `sums` has a word for
/// each wavefront and must not be written before the next barrier.
template <class Simt>
GT_DEVICE_FN std::uint32_t sum_before(std::uint32_t value, std::uint32_t* sums) {
  const unsigned wave = threadIdx.x / Simt::kWarpSize;
  const std::uint32_t upto = sum_upto<Simt>(value);
  if (threadIdx.x % Simt::kWarpSize == Simt::kWarpSize - 1) sums[wave] = upto;
  __syncthreads();
  std::uint32_t before = upto - value;
  for (unsigned k = 0; k < wave; ++k) before += sums[k];
  return before;
}

}  // namespace simt
}  // namespace gputest
