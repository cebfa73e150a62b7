// The values of the arrays of the family "memory": whole numbers that depend only on index and
// seed. Results are exact in the precision that a kernel claims and in no lesser one.
#pragma once

#include <cmath>
#include <cstdint>

#include "common/arrays/index_hash.hpp"

namespace gputest::memory {

/// An array of whole numbers. Any 2^bits elements from a multiple of 2^bits on are all different.
struct Values {
  std::uint64_t seed;
  std::uint32_t bits;

  /// Values from -2^(bits - 1) on.
  std::int64_t at(std::uint64_t i) const {
    const std::uint64_t shift = arrays::mixed((i >> bits) + 1 + seed * 0xD1342543DE82EF95u);
    const std::uint64_t value =
        (i * 0x9E3779B97F4A7C15u + shift) & ((std::uint64_t{1} << bits) - 1);
    return static_cast<std::int64_t>(value) - (std::int64_t{1} << (bits - 1));
  }
};

/// An array of whole numbers for a dot product of n terms. Its sum needs at most `digits` bits in
/// any order: the magnitudes of all products add up to at most 2^digits. Up to n = 2^digits no
/// element is zero; beyond, one array has zeros at places that the seed determines.
struct Factors {
  std::uint64_t n, seed;
  std::uint32_t digits;
  bool has_zeros;  ///< whether this is the array with zeros

  bool all_count() const { return n <= most(); }
  std::int64_t at(std::uint64_t i) const {
    const std::uint64_t hash = arrays::index_hash(i, seed);
    const bool negative = hash >> 63 != 0;
    std::int64_t magnitude = 1;
    if (all_count())
      magnitude += static_cast<std::int64_t>((hash & 0xFFFFFFFFu) % largest());
    else if (has_zeros && (hash & 0xFFFFFFFFu) % one_in() != 0)
      return 0;
    return negative ? -magnitude : magnitude;
  }

 private:
  std::uint64_t most() const { return std::uint64_t{1} << digits; }
  std::uint64_t largest() const {
    return static_cast<std::uint64_t>(std::sqrt(static_cast<double>(most() / n)));
  }
  /// Twice as rare as the sum permits, so that chance deviations cannot exceed it.
  std::uint64_t one_in() const { return 2 * ((n + most() - 1) / most()); }
};

}  // namespace gputest::memory
