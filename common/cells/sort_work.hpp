// Memory that sorting particles by cell and summing their lists' lengths take on a device.
#pragma once

#include <cstdint>

namespace gputest {

/// A sort takes a key by digits of so many bits at most; a digit has so many values.
inline constexpr std::uint32_t kDigitBits = 8, kDigitValues = 1u << kDigitBits;
/// Digits of a key at most.
inline constexpr std::uint32_t kMostDigits = 32 / kDigitBits;
/// Pairs that a block sorts, or numbers that it sums, at least where there are several.
inline constexpr std::uint32_t kLeastTile = 2048;

/// Words that sorting n pairs, or summing n numbers, takes on CUDA and HIP: the pairs between two
/// digits, how often each digit has each value in all and in each tile, and the tiles' tickets.
constexpr std::uint64_t sort_storage_words(std::uint64_t n) {
  const std::uint64_t tiles = n / kLeastTile + 1;
  return 2 * n + kMostDigits * (1 + kDigitValues * (1 + tiles));
}

/// Words for n particles on every API: a key each before and after sorting and one more, in whole
/// lines of 64 words, sort_storage_words(), and counters of the CPU's 64 parts, of 11 bits each.
constexpr std::uint64_t sort_work_words(std::uint64_t n) {
  return 2 * n + 64 + sort_storage_words(n) + 64 * 2048;
}

/// Sorted particles are so many to a block where a builder reads them by blocks (neighbour_simd of
/// OpenCL); the array of them is as long as whole blocks.
inline constexpr std::uint64_t kListBlock = 8;

}  // namespace gputest
