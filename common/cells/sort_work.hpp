// Memory that sorting particles by cell and summing their lists' lengths take on a device.
#pragma once

#include <cstdint>

namespace gputest {

/// Words for n particles: a key each before and after sorting, and 16 bytes each and 1 MiB for what
/// a library of primitives wants, which it tells only when it is called. CUB and rocPRIM want a
/// second copy of keys and values, 8 bytes each, and counters.
constexpr std::uint64_t sort_work_words(std::uint64_t n) { return 6 * n + 262144; }

/// Sorted particles are so many to a block where a builder reads them by blocks (neighbour_simd of
/// OpenCL); the array of them is as long as whole blocks.
inline constexpr std::uint64_t kListBlock = 8;

}  // namespace gputest
