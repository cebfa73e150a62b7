// Running sums of an array in place, in one pass over it: Merrill and Garland 2016, "Single-pass
// parallel prefix scan with decoupled look-back", NVR-2016-002.
#pragma once

#include <cstdint>

#include "common/simt/lanes.hpp"
#include "common/simt/simt.hpp"
#include "common/simt/sort_kernels.hpp"

namespace gputest {
namespace simt {

inline constexpr unsigned kSumItems = 16;                            ///< numbers per thread
inline constexpr unsigned kSumTile = kTileThreads * kSumItems;       ///< of one of several blocks
inline constexpr unsigned kSumAlone = 2 * kMostThreads * kSumItems;  ///< most of one block alone

// A tile's state, like kOfTile and kOfAll of a sort: its sum, or the sum of all tiles up to it.
using SumState = unsigned long long;
inline constexpr SumState kSumOfTile = SumState(1) << 32, kSumOfAll = SumState(2) << 32;

/// Computes the running sums at each of a thread's numbers within the block's tile, which begins at
/// `begin`. Returns the sum of the tile. Numbers of a wavefront are consecutive, and so are those
/// of its lanes. Every thread of the block must call.
template <class Simt>
GT_DEVICE_FN std::uint32_t sum_tile(const std::uint32_t* numbers, std::uint32_t n,
                                    std::uint32_t begin, std::uint32_t* sums,
                                    std::uint32_t (&upto)[kSumItems]) {
  GT_UNROLL
  for (unsigned k = 0; k < kSumItems; ++k) {
    const std::uint32_t i = begin + k * Simt::kWarpSize;
    upto[k] = i < n ? numbers[i] : 0;
  }
  std::uint32_t of_wave = 0;
  GT_UNROLL
  for (unsigned k = 0; k < kSumItems; ++k) {
    upto[k] = of_wave + sum_upto<Simt>(upto[k]);
    of_wave = Simt::shuffle(upto[k], Simt::kWarpSize - 1);
  }
  const unsigned wave = threadIdx.x / Simt::kWarpSize;
  if (threadIdx.x % Simt::kWarpSize == 0) sums[wave] = of_wave;
  __syncthreads();
  std::uint32_t before = 0, all = 0;
  for (unsigned k = 0; k < blockDim.x / Simt::kWarpSize; ++k) {
    all += sums[k];
    before += k < wave ? sums[k] : 0;
  }
  GT_UNROLL
  for (unsigned k = 0; k < kSumItems; ++k) upto[k] += before;
  return all;
}

/// The index of a thread's first number in the block's tile.
template <class Simt>
GT_DEVICE_FN std::uint32_t first_number() {
  const unsigned lane = threadIdx.x % Simt::kWarpSize;
  return (threadIdx.x - lane) * kSumItems + lane;
}

/// Writes a thread's sums plus `before`.
template <class Simt>
GT_DEVICE_FN void write_sums(std::uint32_t* numbers, std::uint32_t n, std::uint32_t begin,
                             std::uint32_t before, const std::uint32_t (&upto)[kSumItems]) {
  GT_UNROLL
  for (unsigned k = 0; k < kSumItems; ++k)
    if (const std::uint32_t i = begin + k * Simt::kWarpSize; i < n) numbers[i] = before + upto[k];
}

/// The running sums of all numbers, by one block.
template <class Simt>
__global__ void __launch_bounds__(kMostThreads) sum_block(std::uint32_t* numbers, std::uint32_t n) {
  GT_SHARED(std::uint32_t, sums, [kMostThreads / Simt::kWarpSize]);
  Simt::check_wavefront();
  std::uint32_t before = 0;
  for (std::uint32_t tile = 0; tile < n; tile += blockDim.x * kSumItems) {
    const std::uint32_t begin = tile + first_number<Simt>();
    std::uint32_t upto[kSumItems];
    const std::uint32_t all = sum_tile<Simt>(numbers, n, begin, sums, upto);
    write_sums<Simt>(numbers, n, begin, before, upto);
    before += all;
    __syncthreads();
  }
}

/// The sum of all earlier tiles, of which there must be at least one. Every lane of a wavefront
/// must call.
template <class Simt>
GT_DEVICE_FN std::uint32_t tiles_before(const SumState* states, std::uint32_t tile) {
  const unsigned lane = threadIdx.x % Simt::kWarpSize;
  for (std::uint32_t before = 0;; tile -= Simt::kWarpSize) {
    SumState seen = 0;  // lane 0 reads the nearest tile
    do {
      seen = lane < tile ? Simt::load_current(states + (tile - 1 - lane)) : kSumOfAll;
    } while (Simt::ballot(seen == 0) != 0);
    const auto ends = Simt::ballot((seen & kSumOfAll) != 0);
    const bool counts = lane == 0 || (ends & ((typename Simt::LaneMask(1) << lane) - 1)) == 0;
    before += sum_of_lanes<Simt, Simt::kWarpSize>(counts ? static_cast<std::uint32_t>(seen) : 0u);
    if (ends != 0) return before;
  }
}

/// The running sums of all numbers, by several blocks. A block's ticket determines its tile. States
/// and ticket begin as zeros.
template <class Simt>
__global__ void __launch_bounds__(kTileThreads)
    sum_tiles(std::uint32_t* numbers, std::uint32_t n, SumState* states, std::uint32_t* ticket) {
  GT_SHARED(std::uint32_t, sums, [kTileThreads / Simt::kWarpSize]);
  GT_SHARED(std::uint32_t, block, [2]);  // its tile, and the sum of all earlier tiles
  Simt::check_wavefront();
  if (threadIdx.x == 0) block[0] = atomicAdd(ticket, 1u);
  __syncthreads();
  const std::uint32_t tile = block[0], begin = tile * kSumTile + first_number<Simt>();
  std::uint32_t upto[kSumItems];
  const std::uint32_t all = sum_tile<Simt>(numbers, n, begin, sums, upto);
  if (threadIdx.x < Simt::kWarpSize) {
    std::uint32_t before = 0;
    if (tile > 0) {
      if (threadIdx.x == 0) atomicExch(&states[tile], kSumOfTile | all);
      before = tiles_before<Simt>(states, tile);
    }
    if (threadIdx.x == 0) {
      atomicExch(&states[tile], kSumOfAll | (before + all));
      block[1] = before;
    }
  }
  __syncthreads();
  write_sums<Simt>(numbers, n, begin, block[1], upto);
}

}  // namespace simt
}  // namespace gputest
