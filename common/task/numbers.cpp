#include "common/task/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "common/task/task.hpp"

namespace gputest::task {
namespace {

constexpr int kHalfDigits = 11, kHalfLeast = -24;  // 2^-24 is the least half above 0
constexpr double kHalfMost = 65504;

double from_half(std::uint16_t bits) {
  const int exponent = bits >> 10 & 0x1F, fraction = bits & 0x3FF;
  double value =
      exponent == 0 ? std::ldexp(fraction, kHalfLeast) : std::ldexp(1024 + fraction, exponent - 25);
  if (exponent == 0x1F)
    value = fraction == 0 ? std::numeric_limits<double>::infinity()
                          : std::numeric_limits<double>::quiet_NaN();
  return (bits & 0x8000) != 0 ? -value : value;
}

double spacing_of_half(double value) {
  if (value == 0) return std::ldexp(1, kHalfLeast);
  int exponent = 0;
  std::frexp(value, &exponent);
  return std::ldexp(1, std::max(exponent - kHalfDigits, kHalfLeast));
}

double rounded_to_half(double value) {
  if (!std::isfinite(value)) return value;
  const double unit = spacing_of_half(value), result = std::nearbyint(value / unit) * unit;
  if (std::abs(result) <= kHalfMost) return result;
  return std::copysign(std::numeric_limits<double>::infinity(), value);
}

std::uint16_t to_half(double wide) {
  const double value = rounded_to_half(wide), size = std::abs(value);
  const auto sign = static_cast<std::uint16_t>(std::signbit(value) ? 0x8000 : 0);
  if (std::isnan(value)) return sign | 0x7E00;
  if (std::isinf(value)) return sign | 0x7C00;
  if (size < std::ldexp(1, -14))
    return static_cast<std::uint16_t>(sign | static_cast<int>(std::ldexp(size, 24)));
  int exponent = 0;
  const double fraction = std::frexp(size, &exponent);
  const int digits = static_cast<int>(std::ldexp(fraction, kHalfDigits)) - 1024;
  return static_cast<std::uint16_t>(sign | (exponent + 14) << 10 | digits);
}

template <class T>
std::uint64_t widened_one(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  if constexpr (std::is_floating_point_v<T>)
    return std::bit_cast<std::uint64_t>(static_cast<double>(value));
  else
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
}

std::uint64_t widened_half(const std::byte* from) {
  std::uint16_t bits = 0;
  std::memcpy(&bits, from, sizeof bits);
  return std::bit_cast<std::uint64_t>(from_half(bits));
}

using Widen = std::uint64_t (*)(const std::byte*);

Widen widen(Element element) {
  switch (element) {
    case Element::fp16:
      return widened_half;
    case Element::fp32:
      return widened_one<float>;
    case Element::fp64:
      return widened_one<double>;
    case Element::int8:
      return widened_one<std::int8_t>;
    case Element::uint8:
      return widened_one<std::uint8_t>;
    case Element::int16:
      return widened_one<std::int16_t>;
    case Element::uint16:
      return widened_one<std::uint16_t>;
    case Element::int32:
      return widened_one<std::int32_t>;
    case Element::uint32:
      return widened_one<std::uint32_t>;
    case Element::int64:
    case Element::uint64:
      break;
  }
  return widened_one<std::int64_t>;
}

}  // namespace

double rounded(Element element, double value) {
  if (element == Element::fp16) return rounded_to_half(value);
  return element == Element::fp32 ? static_cast<double>(static_cast<float>(value)) : value;
}

double spacing(Element element, double value) {
  if (!is_real(element)) return 1;
  const double size = std::abs(value);
  if (element == Element::fp16) return spacing_of_half(std::min(size, kHalfMost));
  if (element == Element::fp64)
    return std::nextafter(size, std::numeric_limits<double>::infinity()) - size;
  const float single = std::min(static_cast<float>(size), std::numeric_limits<float>::max());
  const float above = std::nextafter(single, std::numeric_limits<float>::infinity());
  return std::isinf(above) ? std::ldexp(1, 104) : static_cast<double>(above - single);
}

Numbers widened(const HostArray& array) {
  const std::uint64_t one = bytes(array.shape.element);
  Numbers numbers{is_real(array.shape.element), {}};
  numbers.words.resize(array.shape.count * array.shape.components);
  const Widen of = widen(array.shape.element);
  for (std::size_t k = 0; k < numbers.words.size(); ++k)
    numbers.words[k] = of(array.data.data() + k * one);
  return numbers;
}

HostArray narrowed(const Numbers& numbers, const ArrayShape& shape) {
  HostArray array{shape, {}};
  const std::uint64_t one = bytes(shape.element);
  array.data.resize(shape.bytes());
  for (std::size_t k = 0; k < numbers.words.size(); ++k) {
    std::byte* const to = array.data.data() + k * one;
    if (shape.element == Element::fp32) {
      const auto value = static_cast<float>(numbers.real(k));
      std::memcpy(to, &value, sizeof value);
    } else if (shape.element == Element::fp16) {
      const std::uint16_t value = to_half(numbers.real(k));
      std::memcpy(to, &value, sizeof value);
    } else {
      std::memcpy(to, &numbers.words[k], one);  // fp64, or the low bytes of a whole number
    }
  }
  return array;
}

}  // namespace gputest::task
