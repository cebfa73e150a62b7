// Half precision: bits, and the two conversions on which all its arithmetic is based.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace gputest::isa {

/// The number in single precision, which is exact.
inline float widen(std::uint16_t bits) {
  const std::uint32_t sign = (bits & 0x8000u) << 16, rest = bits & 0x7FFFu;
  if (rest >= 0x7C00) return std::bit_cast<float>(sign | 0x7F80'0000u | (rest & 0x3FF) << 13);
  if (rest >= 0x400) return std::bit_cast<float>(sign | ((rest << 13) + (112u << 23)));
  const float tiny = static_cast<float>(rest) * 0x1p-24F;
  return sign != 0 ? -tiny : tiny;
}

/// The nearest number in half precision, ties to even. Sums, products, quotients and square roots
/// of halves may be computed in single precision, and fused ones in double: the second rounding
/// does not change the result.
inline std::uint16_t narrow(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const auto sign = static_cast<std::uint16_t>(bits >> 48 & 0x8000);
  const auto with_sign = [&](std::uint64_t rest) {
    return static_cast<std::uint16_t>(sign | rest);
  };
  if (x != x) return with_sign(0x7E00 | (bits >> 42 & 0x1FF));
  const double size = std::fabs(x);
  if (size >= 65520) return with_sign(0x7C00);
  if (size < 0x1p-14) return with_sign(static_cast<std::uint64_t>(std::nearbyint(size * 0x1p24)));
  const std::uint64_t rest = bits & ~(1ull << 63);
  const std::uint64_t rounded = (rest + (1ull << 41) - 1 + (rest >> 42 & 1)) >> 42;
  return with_sign(rounded - (1008ull << 10));
}

/// A number in half precision.
struct Half {
  std::uint16_t bits = 0;

  Half() = default;
  constexpr explicit Half(std::uint16_t bits_) : bits(bits_) {}
  explicit Half(float x) : bits(narrow(static_cast<double>(x))) {}
  explicit Half(double x) : bits(narrow(x)) {}
  explicit operator float() const { return widen(bits); }
  explicit operator double() const { return static_cast<double>(widen(bits)); }

  friend bool operator<(Half a, Half b) { return widen(a.bits) < widen(b.bits); }
  friend bool operator>(Half a, Half b) { return widen(a.bits) > widen(b.bits); }
  friend bool operator<=(Half a, Half b) { return widen(a.bits) <= widen(b.bits); }
  friend bool operator>=(Half a, Half b) { return widen(a.bits) >= widen(b.bits); }
  friend bool operator==(Half a, Half b) { return widen(a.bits) == widen(b.bits); }
  friend bool operator!=(Half a, Half b) { return widen(a.bits) != widen(b.bits); }
};

}  // namespace gputest::isa
