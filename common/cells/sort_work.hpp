// Device memory for sorting particles by cell and summing their lists' lengths.
#pragma once

#include <cstdint>

namespace gputest {

/// A sort processes a key by digits of at most that many bits, with that many values.
inline constexpr std::uint32_t kDigitBits = 8, kDigitValues = 1u << kDigitBits;
/// The most digits of a key.
inline constexpr std::uint32_t kMostDigits = 32 / kDigitBits;
/// The fewest pairs that a block sorts, or numbers that it sums, if there are several blocks.
inline constexpr std::uint32_t kLeastTile = 2048;

/// Words for sorting n pairs, or summing n numbers, on CUDA and HIP: the pairs between two digits,
/// the counts of each digit's values in total and per tile, and the tiles' tickets.
constexpr std::uint64_t sort_storage_words(std::uint64_t n) {
  const std::uint64_t tiles = n / kLeastTile + 1;
  return 2 * n + kMostDigits * (1 + kDigitValues * (1 + tiles));
}

/// Words for n particles on every API: one key each before and after sorting and one more, in whole
/// lines of 64 words; sort_storage_words(); and counters of the CPU's 64 parts, of 11 bits each.
constexpr std::uint64_t sort_work_words(std::uint64_t n) {
  return 2 * n + 64 + sort_storage_words(n) + 64 * 2048;
}

/// Sorted particles per block if a builder reads them in blocks (neighbour_simd of OpenCL); their
/// array consists of whole blocks.
inline constexpr std::uint64_t kListBlock = 8;

}  // namespace gputest
