// Bit counts and reinterpretations of numbers, with HIP's names.
#pragma once

#include <bit>
#include <cstdint>

/// How many bits are set.
constexpr int __popc(unsigned bits) { return std::popcount(bits); }
/// How many bits are set.
constexpr int __popcll(unsigned long long bits) { return std::popcount(bits); }
/// The position of the lowest bit set, counted from 1; 0 for no bit.
constexpr int __ffs(int bits) {
  return bits == 0 ? 0 : std::countr_zero(static_cast<unsigned>(bits)) + 1;
}
/// The position of the lowest bit set, counted from 1; 0 for no bit.
constexpr int __ffsll(long long bits) {
  return bits == 0 ? 0 : std::countr_zero(static_cast<unsigned long long>(bits)) + 1;
}
/// How many of the highest bits are 0: 32 for 0.
constexpr int __clz(int bits) { return std::countl_zero(static_cast<unsigned>(bits)); }
/// How many of the highest bits are 0: 64 for 0.
constexpr int __clzll(long long bits) {
  return std::countl_zero(static_cast<unsigned long long>(bits));
}

/// The bits of a float as an integer.
constexpr int __float_as_int(float value) { return std::bit_cast<int>(value); }
/// The bits of a float as an unsigned integer.
constexpr unsigned __float_as_uint(float value) { return std::bit_cast<unsigned>(value); }
/// The float that has these bits.
constexpr float __int_as_float(int bits) { return std::bit_cast<float>(bits); }
/// The float that has these bits.
constexpr float __uint_as_float(unsigned bits) { return std::bit_cast<float>(bits); }
/// The bits of a double as an integer.
constexpr long long __double_as_longlong(double value) { return std::bit_cast<long long>(value); }
/// The double that has these bits.
constexpr double __longlong_as_double(long long bits) { return std::bit_cast<double>(bits); }
/// The double with halves `high` and `low`, as in a texel of an int2 texture.
constexpr double __hiloint2double(int high, int low) {
  const auto high_bits = static_cast<std::uint64_t>(static_cast<std::uint32_t>(high));
  return std::bit_cast<double>(high_bits << 32 | static_cast<std::uint32_t>(low));
}
