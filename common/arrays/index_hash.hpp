// Fills arrays with pseudo-random numbers that follow from their index.
#pragma once

#include <cstdint>

namespace gputest::arrays {

/// The output function of SplitMix64 (Steele, Lea and Flood 2014, OOPSLA, 453).
inline std::uint64_t mixed(std::uint64_t bits) {
  bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9u;
  bits = (bits ^ bits >> 27) * 0x94D049BB133111EBu;
  return bits ^ bits >> 31;
}

/// 64 bits from only an element's index and a seed.
inline std::uint64_t index_hash(std::uint64_t index, std::uint64_t seed) {
  return mixed((index + 1) * 0x9E3779B97F4A7C15u ^ seed * 0xD1342543DE82EF95u);
}

}  // namespace gputest::arrays
