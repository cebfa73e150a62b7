// The values of the arrays of the family "memory": whole numbers that depend only on index and
// seed.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "common/arrays/index_hash.hpp"

namespace gputest::memory {

/// An array of whole numbers. Any 2^bits elements from a multiple of 2^bits on are all different.
struct Values {
  std::uint64_t seed;
  std::uint32_t bits;

  /// Values from -2^(bits - 1) on.
  std::int32_t at(std::uint64_t i) const {
    const std::uint64_t shift = arrays::mixed((i >> bits) + 1 + seed * 0xD1342543DE82EF95u);
    const std::uint64_t value = (i * 0x9E3779B1u + shift) & ((std::uint64_t{1} << bits) - 1);
    return static_cast<std::int32_t>(value) - (std::int32_t{1} << (bits - 1));
  }
};

/// An array of whole numbers for a dot product of n terms. Its sum needs at most 24 bits in any
/// order: the magnitudes of all products add up to at most 2^24. Up to n = 2^24 no element is zero;
/// beyond, one array has zeros at places that the seed determines.
struct Factors {
  std::uint64_t n, seed;
  bool has_zeros;  ///< whether this is the array with zeros

  std::int32_t at(std::uint64_t i) const {
    const std::uint64_t hash = arrays::index_hash(i, seed);
    const bool negative = hash >> 63 != 0;
    std::int32_t magnitude = 1;
    if (n <= kSum)
      magnitude += static_cast<std::int32_t>((hash & 0xFFFFFFFFu) % largest());
    else if (has_zeros && (hash & 0xFFFFFFFFu) % one_in() != 0)
      return 0;
    return negative ? -magnitude : magnitude;
  }

 private:
  static constexpr std::uint64_t kSum = 1 << 24;
  std::uint64_t largest() const {
    const auto root = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(kSum / n)));
    return std::clamp<std::uint64_t>(root, 1, 511);
  }
  /// Twice as rare as the sum permits, so that chance deviations cannot exceed it.
  std::uint64_t one_in() const { return 2 * ((n + kSum - 1) / kSum); }
};

}  // namespace gputest::memory
