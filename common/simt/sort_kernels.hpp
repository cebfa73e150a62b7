// A stable radix sort of pairs, from the lowest digit on, in one pass over the pairs per digit:
// Adinets and Merrill 2022, "Onesweep", arXiv:2206.01784. One block sorts few pairs alone.
#pragma once

#include <cstddef>
#include <cstdint>

#include "common/cells/sort_work.hpp"
#include "common/simt/lanes.hpp"
#include "common/simt/simt.hpp"

namespace gputest {
namespace simt {

/// n pairs of a key and a value, in device memory. The four arrays do not overlap.
struct KeyedValues {
  const std::uint32_t* keys;
  std::uint32_t* sorted_keys;
  const std::uint32_t* values;
  std::uint32_t* sorted_values;
  std::uint32_t n;
  std::uint32_t key_bits;  ///< bits above these are 0 in every key
};

/// The arguments of the pass for one digit.
struct SortedDigit {
  KeyedValues pairs;            ///< before and after the pass
  std::uint32_t shift;          ///< of the digit in a key
  std::uint32_t bits;           ///< of the digit
  const std::uint32_t* totals;  ///< the number of keys with each value of the digit
  std::uint32_t* states;        ///< of each tile and value, see below; 0 before the pass
  std::uint32_t* ticket;        ///< the next block's tile; 0 before the pass
};

inline constexpr unsigned kMostThreads = 512;  ///< of a block that sorts or sums everything
inline constexpr unsigned kTileThreads = 256;  ///< of one of several blocks
inline constexpr unsigned kSortItems = 8;  ///< pairs per thread of a block that sorts everything

// A tile's state for a value: the number of its keys (kOfTile) or, once known, of keys before the
// next tile (kOfAll). The flag and the number are in one word, so that they are stored at once.
inline constexpr std::uint32_t kOfTile = 1u << 30, kOfAll = 2u << 30, kCount = kOfTile - 1;

/// The place of each key in the block's tile after sorting by one digit. Keys of a wavefront are
/// consecutive, and so are those of its lanes. Calls announce(number) as soon as the block's number
/// of keys with digit threadIdx.x is known. `counts` has a word for each wavefront and value,
/// `starts` for each value, `sums` for each wavefront. Every thread of the block must call.
template <class Simt, unsigned Items, class Announce>
GT_DEVICE_FN void place_in_tile(const std::uint32_t (&keys)[Items], std::uint32_t shift,
                                std::uint32_t bits, std::uint32_t* counts, std::uint32_t* starts,
                                std::uint32_t* sums, std::uint32_t (&places)[Items],
                                Announce&& announce) {
  using LaneMask = typename Simt::LaneMask;
  const unsigned t = threadIdx.x, lane = t % Simt::kWarpSize, values = 1u << bits;
  const unsigned waves = blockDim.x / Simt::kWarpSize;
  const auto digit_of = [&](std::uint32_t key) { return key >> shift & (values - 1); };
  for (unsigned k = t; k < waves * values; k += blockDim.x) counts[k] = 0;

  LaneMask alike[Items];  // lanes with the same digit
  const LaneMask everyone = Simt::ballot(true);
  GT_UNROLL
  for (unsigned k = 0; k < Items; ++k) alike[k] = everyone;
  for (unsigned bit = shift; bit < shift + bits; ++bit) {
    GT_UNROLL
    for (unsigned k = 0; k < Items; ++k) {
      const bool is_one = (keys[k] >> bit & 1) != 0;
      const LaneMask ones = Simt::ballot(is_one);
      alike[k] &= is_one ? ones : ~ones;
    }
  }
  __syncthreads();

  std::uint32_t* const own = counts + t / Simt::kWarpSize * values;
  const LaneMask below = (LaneMask(1) << lane) - 1;
  GT_UNROLL
  for (unsigned k = 0; k < Items; ++k) {
    std::uint32_t& count = own[digit_of(keys[k])];
    const std::uint32_t before = count;
    const auto lower = static_cast<std::uint32_t>(__popcll(alike[k] & below));
    places[k] = before + lower;
    Simt::sync_warp();
    if (lower == 0) count = before + static_cast<std::uint32_t>(__popcll(alike[k]));
    Simt::sync_warp();
  }
  __syncthreads();

  std::uint32_t number = 0;
  if (t < values) {
    for (unsigned wave = 0; wave < waves; ++wave) {
      const std::uint32_t of_wave = counts[wave * values + t];
      counts[wave * values + t] = number;
      number += of_wave;
    }
    announce(number);
  }
  const std::uint32_t start = sum_before<Simt>(number, sums);
  if (t < values) starts[t] = start;
  __syncthreads();
  GT_UNROLL
  for (unsigned k = 0; k < Items; ++k) {
    const std::uint32_t digit = digit_of(keys[k]);
    places[k] += starts[digit] + own[digit];
  }
}

/// Reads a thread's keys and values, starting at element `first` for its wavefront's lane 0. After
/// the last pair it returns the greatest possible keys.
template <class Simt, unsigned Items>
GT_DEVICE_FN void load_pairs(const KeyedValues& pairs, std::uint32_t first,
                             std::uint32_t (&keys)[Items], std::uint32_t (&values)[Items]) {
  GT_UNROLL
  for (unsigned k = 0; k < Items; ++k) {
    const std::uint32_t i = first + k * Simt::kWarpSize;
    keys[k] = i < pairs.n ? pairs.keys[i] : 0xffffffffu;
    values[k] = i < pairs.n ? pairs.values[i] : 0;
  }
}

/// Sorts by digits of `bits` bits, in one block with enough threads for all pairs and all values.
template <class Simt>
__global__ void __launch_bounds__(kMostThreads) sort_block(KeyedValues pairs, std::uint32_t bits) {
  constexpr unsigned kWaves = kMostThreads / Simt::kWarpSize;
  GT_SHARED(std::uint32_t, words, [kMostThreads * kSortItems]);
  GT_SHARED(std::uint32_t, starts, [kDigitValues]);
  GT_SHARED(std::uint32_t, sums, [kWaves]);
  static_assert(kWaves * kDigitValues <= kMostThreads * kSortItems, "words are counts too");
  Simt::check_wavefront();
  const unsigned lane = threadIdx.x % Simt::kWarpSize;
  const unsigned first = (threadIdx.x - lane) * kSortItems + lane;
  std::uint32_t keys[kSortItems], values[kSortItems], places[kSortItems];
  load_pairs<Simt>(pairs, first, keys, values);
  const auto exchange = [&](std::uint32_t(&numbers)[kSortItems]) {
    __syncthreads();
    GT_UNROLL
    for (unsigned k = 0; k < kSortItems; ++k) words[places[k]] = numbers[k];
    __syncthreads();
    GT_UNROLL
    for (unsigned k = 0; k < kSortItems; ++k) numbers[k] = words[first + k * Simt::kWarpSize];
  };
  for (std::uint32_t shift = 0; shift < pairs.key_bits; shift += bits) {
    if (shift > 0) {
      exchange(keys);
      exchange(values);
      __syncthreads();
    }
    place_in_tile<Simt>(keys, shift, bits, words, starts, sums, places, [](std::uint32_t) {});
  }
  GT_UNROLL
  for (unsigned k = 0; k < kSortItems; ++k) {
    if (places[k] >= pairs.n) continue;
    pairs.sorted_keys[places[k]] = keys[k];
    pairs.sorted_values[places[k]] = values[k];
  }
}

/// Counts keys: totals[value of digit d + d values] is the number of keys with that value. `totals`
/// begins as zeros.
template <class Simt>
__global__ void __launch_bounds__(kTileThreads)
    sort_count(const std::uint32_t* __restrict__ keys, std::uint32_t n, std::uint32_t digits,
               std::uint32_t bits, std::uint32_t* totals) {
  GT_SHARED(std::uint32_t, counts, [kMostDigits * kDigitValues]);
  const std::uint32_t values = 1u << bits;
  for (unsigned k = threadIdx.x; k < digits * values; k += kTileThreads) counts[k] = 0;
  __syncthreads();
  constexpr unsigned kItems = kLeastTile / kTileThreads;
  for (std::uint32_t tile = blockIdx.x * kLeastTile; tile < n; tile += gridDim.x * kLeastTile) {
    std::uint32_t own[kItems];
    GT_UNROLL
    for (unsigned k = 0; k < kItems; ++k) {
      const std::uint32_t i = tile + k * kTileThreads + threadIdx.x;
      own[k] = i < n ? keys[i] : 0;
    }
    GT_UNROLL
    for (unsigned k = 0; k < kItems; ++k) {
      if (tile + k * kTileThreads + threadIdx.x >= n) continue;
      for (std::uint32_t digit = 0; digit < digits; ++digit)
        atomicAdd(&counts[digit * values + (own[k] >> digit * bits & (values - 1))], 1u);
    }
  }
  __syncthreads();
  for (unsigned k = threadIdx.x; k < digits * values; k += kTileThreads)
    if (counts[k] != 0) atomicAdd(&totals[k], counts[k]);
}

/// The number of keys with a value in earlier tiles, plus the number of keys with lower values in
/// all tiles. `states` are of that value, `stride` apart.
template <class Simt>
GT_DEVICE_FN std::uint32_t keys_before(const std::uint32_t* states, std::uint32_t tile,
                                       std::uint32_t stride) {
  constexpr unsigned kAtOnce = 4;  // to overlap the loads
  for (std::uint32_t before = 0;;) {
    std::uint32_t seen[kAtOnce];
    GT_UNROLL
    for (unsigned k = 0; k < kAtOnce; ++k)
      seen[k] = Simt::load_current(states + std::size_t{tile > k ? tile - 1 - k : 0} * stride);
    GT_UNROLL
    for (unsigned k = 0; k < kAtOnce; ++k) {
      if (seen[k] == 0) break;
      before += seen[k] & kCount;
      if ((seen[k] & kOfAll) != 0) return before;
      --tile;
    }
  }
}

/// Sorts by one digit. A block's ticket determines its tile, so that it waits only for blocks that
/// have already started.
template <class Simt, unsigned Items>
__global__ void __launch_bounds__(kTileThreads) sort_tiles(SortedDigit sorted) {
  constexpr unsigned kTile = kTileThreads * Items, kWaves = kTileThreads / Simt::kWarpSize;
  GT_SHARED(std::uint32_t, words, [kTile]);
  GT_SHARED(std::uint32_t, starts, [kDigitValues]);
  GT_SHARED(std::uint32_t, sums, [kWaves]);
  GT_SHARED(std::uint32_t, ticket, [1]);
  static_assert(kWaves * kDigitValues <= kTile, "words are counts too");
  Simt::check_wavefront();
  const KeyedValues& pairs = sorted.pairs;
  const unsigned t = threadIdx.x, lane = t % Simt::kWarpSize;
  const std::uint32_t values = 1u << sorted.bits;
  if (t == 0) ticket[0] = atomicAdd(sorted.ticket, 1u);
  __syncthreads();
  const std::uint32_t tile = ticket[0], begin = tile * kTile;
  std::uint32_t keys[Items], numbers[Items], places[Items];
  load_pairs<Simt>(pairs, begin + (t - lane) * Items + lane, keys, numbers);

  std::uint32_t before = 0, number = 0;
  if (tile == 0) {
    before = sum_before<Simt>(t < values ? sorted.totals[t] : 0, sums);
    __syncthreads();
  }
  std::uint32_t* const state = sorted.states + std::size_t{tile} * values + t;
  place_in_tile<Simt>(
      keys, sorted.shift, sorted.bits, words, starts, sums, places, [&](std::uint32_t of_tile) {
        number = of_tile;
        atomicExch(state, tile == 0 ? kOfAll | (before + number) : kOfTile | number);
      });
  if (tile > 0 && t < values) {
    before = keys_before<Simt>(sorted.states + t, tile, values);
    atomicExch(state, kOfAll | (before + number));
  }
  __syncthreads();  // all threads have read `starts` and `words`
  if (t < values) starts[t] = before - starts[t];
  GT_UNROLL
  for (unsigned k = 0; k < Items; ++k) words[places[k]] = keys[k];
  __syncthreads();
  const std::uint32_t end = pairs.n - begin;
  std::uint32_t to[Items];
  GT_UNROLL
  for (unsigned k = 0; k < Items; ++k) {
    const std::uint32_t place = k * kTileThreads + t, key = words[place];
    to[k] = place + starts[key >> sorted.shift & (values - 1)];
    if (place < end) pairs.sorted_keys[to[k]] = key;
  }
  __syncthreads();
  GT_UNROLL
  for (unsigned k = 0; k < Items; ++k) words[places[k]] = numbers[k];
  __syncthreads();
  GT_UNROLL
  for (unsigned k = 0; k < Items; ++k)
    if (const unsigned place = k * kTileThreads + t; place < end)
      pairs.sorted_values[to[k]] = words[place];
}

}  // namespace simt
}  // namespace gputest
