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
/// The higher word of a double.
constexpr int __double2hiint(double value) {
  return static_cast<int>(std::bit_cast<std::uint64_t>(value) >> 32);
}
/// The lower word of a double.
constexpr int __double2loint(double value) {
  return static_cast<int>(std::bit_cast<std::uint64_t>(value));
}

/// The bits in reverse order.
constexpr unsigned __brev(unsigned bits) {
  unsigned reversed = 0;
  for (int k = 0; k < 32; ++k) reversed |= (bits >> k & 1) << (31 - k);
  return reversed;
}
/// The bits in reverse order.
constexpr unsigned long long __brevll(unsigned long long bits) {
  const auto low = static_cast<unsigned>(bits), high = static_cast<unsigned>(bits >> 32);
  return static_cast<unsigned long long>(__brev(low)) << 32 | __brev(high);
}
/// Four of the bytes of x (0 to 3) and y (4 to 7); each digit of `selector` chooses one.
constexpr unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
  const std::uint64_t bytes = static_cast<std::uint64_t>(y) << 32 | x;
  unsigned result = 0;
  for (unsigned k = 0; k < 4; ++k)
    result |= static_cast<unsigned>(bytes >> 8 * (selector >> 4 * k & 7) & 0xff) << 8 * k;
  return result;
}
/// The upper half of (high, low) << (shift modulo 32).
constexpr unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>((static_cast<std::uint64_t>(high) << 32 | low) << (shift & 31) >>
                               32);
}
/// The lower half of (high, low) >> (shift modulo 32).
constexpr unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>((static_cast<std::uint64_t>(high) << 32 | low) >> (shift & 31));
}

/// The upper half of a product.
constexpr int __mulhi(int x, int y) {
  return static_cast<int>(static_cast<long long>(x) * y >> 32);
}
/// The upper half of a product.
constexpr unsigned __umulhi(unsigned x, unsigned y) {
  return static_cast<unsigned>(static_cast<std::uint64_t>(x) * y >> 32);
}
namespace hip_host::detail {

__extension__ using Wide = __int128;
__extension__ using UnsignedWide = unsigned __int128;

}  // namespace hip_host::detail

/// The upper half of a product.
constexpr long long __mul64hi(long long x, long long y) {
  return static_cast<long long>(static_cast<hip_host::detail::Wide>(x) * y >> 64);
}
/// The upper half of a product.
constexpr unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
  return static_cast<unsigned long long>(static_cast<hip_host::detail::UnsignedWide>(x) * y >> 64);
}
/// The product of the lowest 24 bits, which are signed.
constexpr int __mul24(int x, int y) {
  const auto low = [](int v) { return static_cast<int>(static_cast<unsigned>(v) << 8) >> 8; };
  return static_cast<int>(static_cast<long long>(low(x)) * low(y));
}
/// The product of the lowest 24 bits.
constexpr unsigned __umul24(unsigned x, unsigned y) { return (x & 0xffffff) * (y & 0xffffff); }
/// |x - y| + z.
constexpr unsigned __sad(int x, int y, unsigned z) {
  const auto a = static_cast<unsigned>(x), b = static_cast<unsigned>(y);
  return (x > y ? a - b : b - a) + z;
}
/// |x - y| + z.
constexpr unsigned __usad(unsigned x, unsigned y, unsigned z) {
  return (x > y ? x - y : y - x) + z;
}
