// Sorting and running sums as passes of a Binding. Include the platform's header first.
#pragma once

#include "common/simt/sort_kernels.hpp"
#include "common/simt/sum_kernels.hpp"

#ifndef GPUTEST_TEXT
#include <algorithm>
#include <stdexcept>
#include <string>

#include "common/core/ceil_div.hpp"
#include "common/simt/launch.hpp"

namespace gputest {
namespace simt {

/// Scratch device memory for sorts and sums, aligned to 8 bytes: see sort_storage_words().
struct SortStorage {
  std::uint32_t* memory;
  std::uint64_t words;
};

namespace detail {

/// Throws std::logic_error if the storage has fewer words.
inline void require_words(const SortStorage& storage, std::uint64_t words) {
  if (words > storage.words)
    throw std::logic_error("a sort or a sum needs " + std::to_string(words) +
                           " words of storage, but has " + std::to_string(storage.words));
}

/// Threads of a block that processes all n items, `items` per thread.
inline unsigned threads_for(std::uint32_t n, unsigned items) {
  const unsigned threads = blocks_for(blocks_for(n, items), kTileThreads) * kTileThreads;
  return std::min(threads, kMostThreads);
}

/// Adds the passes of a sort by several blocks, with tiles of Items pairs per thread.
template <class Simt, unsigned Items>
void add_tiled_sort(Binding& binding, const SortStorage& storage, const KeyedValues& pairs,
                    std::uint32_t digits, std::uint32_t bits) {
  const std::uint32_t tiles = blocks_for(pairs.n, kTileThreads * Items), values = 1u << bits;
  const std::uint64_t zeros = digits * (1 + values * (1 + std::uint64_t{tiles}));
  require_words(storage, zeros + 2 * std::uint64_t{pairs.n});
  std::uint32_t* const totals = storage.memory;
  std::uint32_t* const tickets = totals + digits * values;
  std::uint32_t* const states = tickets + digits;
  std::uint32_t *keys = storage.memory + zeros, *numbers = keys + pairs.n;
  binding.add_fill("clear counts", totals, 0, zeros * sizeof(std::uint32_t));
  constexpr unsigned kMostBlocks = 512;  // because each adds to the totals
  add_kernel<Simt, sort_count<Simt>>(binding, "sort_count",
                                     std::min(blocks_for(pairs.n, kLeastTile), kMostBlocks),
                                     kTileThreads, pairs.keys, pairs.n, digits, bits, totals);
  KeyedValues of_digit = pairs;
  for (std::uint32_t digit = 0; digit < digits; ++digit) {
    // Alternates between the arrays, so that the last digit's pass writes the sorted ones.
    const bool is_between = (digits - digit) % 2 == 0;
    of_digit.sorted_keys = is_between ? keys : pairs.sorted_keys;
    of_digit.sorted_values = is_between ? numbers : pairs.sorted_values;
    add_kernel<Simt, sort_tiles<Simt, Items>>(
        binding, "sort_tiles", tiles, kTileThreads,
        SortedDigit{of_digit, digit * bits, bits, totals + digit * values,
                    states + std::size_t{digit} * tiles * values, tickets + digit});
    of_digit.keys = of_digit.sorted_keys;
    of_digit.values = of_digit.sorted_values;
  }
}

}  // namespace detail

/// Adds a stable sort by key. Throws Error(bad_input) for more pairs than a state can count,
/// std::logic_error if the storage is too small.
template <class Simt>
void add_sort(const KernelCall& call, Binding& binding, const SortStorage& storage,
              const KeyedValues& pairs) {
  constexpr unsigned kMostAlone = kMostThreads * kSortItems;  // pairs that one block sorts alone
  constexpr std::uint32_t kMany = 1u << 20;  // pairs from which on tiles are twice as large
  if (pairs.n == 0) return;
  if (pairs.n > kCount - 2 * kLeastTile)
    throw Error(Status::bad_input, "a sort is limited to fewer than 2^30 pairs");
  const auto digits = static_cast<std::uint32_t>(ceil_div(pairs.key_bits, kDigitBits));
  const auto bits = static_cast<std::uint32_t>(ceil_div(pairs.key_bits, digits));
  choose(wavefront_of<Simt>(call), [&](auto platform) {
    using Platform = decltype(platform);
    if (pairs.n <= kMostAlone)
      add_kernel<Platform, sort_block<Platform>>(
          binding, "sort_block", 1, detail::threads_for(pairs.n, kSortItems), pairs, bits);
    else if (pairs.n < kMany)
      detail::add_tiled_sort<Platform, 8>(binding, storage, pairs, digits, bits);
    else
      detail::add_tiled_sort<Platform, 16>(binding, storage, pairs, digits, bits);
  });
}

/// Adds the computation numbers[k] = numbers[0] + … + numbers[k], for n < 2^32 - 4096 numbers.
/// Throws std::logic_error if the storage is too small.
template <class Simt>
void add_running_sums(const KernelCall& call, Binding& binding, const SortStorage& storage,
                      std::uint32_t* numbers, std::uint32_t n) {
  if (n == 0) return;
  choose(wavefront_of<Simt>(call), [&](auto platform) {
    using Platform = decltype(platform);
    if (n <= kSumAlone) {
      add_kernel<Platform, sum_block<Platform>>(binding, "sum_block", 1,
                                                detail::threads_for(n, kSumItems), numbers, n);
      return;
    }
    const unsigned tiles = blocks_for(n, kSumTile);
    const std::uint64_t words = 2 * std::uint64_t{tiles} + 1;
    detail::require_words(storage, words);
    auto* const states = reinterpret_cast<SumState*>(storage.memory);
    binding.add_fill("clear sums", states, 0, words * sizeof(std::uint32_t));
    add_kernel<Platform, sum_tiles<Platform>>(binding, "sum_tiles", tiles, kTileThreads, numbers, n,
                                              states, storage.memory + 2 * std::size_t{tiles});
  });
}

}  // namespace simt
}  // namespace gputest
#endif
