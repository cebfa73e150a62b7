#include "common/task/contents.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <numeric>
#include <random>

#include "common/core/error.hpp"
#include "common/task/numbers.hpp"

namespace gputest::task {
namespace {

/// 64 bits from an index and a seed: SplitMix64 (Steele, Lea and Flood 2014, OOPSLA, 453).
std::uint64_t random_bits(std::uint64_t index, std::uint64_t seed) {
  std::uint64_t bits = (index + 1) * 0x9E3779B97F4A7C15u ^ seed * 0xD1342543DE82EF95u;
  bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9u;
  bits = (bits ^ bits >> 27) * 0x94D049BB133111EBu;
  return bits ^ bits >> 31;
}

/// The least and the largest whole number that the type and double hold, with all between them.
std::pair<double, double> whole_range(Element element) {
  if (is_real(element)) {
    const double most = std::ldexp(1, element == Element::fp16   ? 11
                                      : element == Element::fp32 ? 24
                                                                 : 53);
    return {-most, most};
  }
  const bool is_unsigned = element == Element::uint8 || element == Element::uint16 ||
                           element == Element::uint32 || element == Element::uint64;
  const int bits = std::min(static_cast<int>(8 * bytes(element)), 53 + (is_unsigned ? 0 : 1));
  if (is_unsigned) return {0, std::ldexp(1, bits) - 1};
  return {-std::ldexp(1, bits - 1), std::ldexp(1, bits - 1) - 1};
}

void require_range(const Parameter& parameter, Element element, double low, double high) {
  const auto [least, most] = whole_range(element);
  if (low >= least && high <= most) return;
  throw Error(Status::bad_input,
              fmt::format("the contents of {}, from {:.17g} to {:.17g}, do not fit its type {}",
                          parameter.name, low, high, name_of(parameter.type)));
}

std::uint64_t word_of(bool is_real, double value) {
  return is_real ? std::bit_cast<std::uint64_t>(value)
                 : static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
}

}  // namespace

std::vector<std::uint64_t> random_order(std::uint64_t count, std::uint64_t seed) {
  std::vector<std::uint64_t> order(count);
  std::iota(order.begin(), order.end(), std::uint64_t{0});
  for (std::uint64_t left = count; left > 1; --left)  // Fisher and Yates
    std::swap(order[left - 1], order[random_bits(left, seed) % left]);
  return order;
}

HostArray contents_of(const Parameter& parameter, const ArrayShape& shape, const Values& values,
                      std::uint64_t seed, const std::string& folder) {
  using Kind = Contents::Kind;
  const Contents& contents = parameter.contents;
  if (contents.kind == Kind::file)
    return {shape, npy_data((std::filesystem::path(folder) / contents.file).string(), shape)};
  const bool real = is_real(shape.element);
  Numbers numbers{real, std::vector<std::uint64_t>(shape.count * shape.components)};
  std::vector<std::uint64_t>& words = numbers.words;
  const auto size = static_cast<std::int64_t>(words.size());
  const double low = contents.low.empty() ? 0 : evaluate_real(contents.low, values);
  const double high = contents.high.empty() ? low : evaluate_real(contents.high, values);
  if (low > high)
    throw Error(Status::bad_input, fmt::format("the contents of {} are from {:.17g} to {:.17g}",
                                               parameter.name, low, high));
  const auto fill = [&](const auto& word) {
#pragma omp parallel for schedule(static)
    for (std::int64_t k = 0; k < size; ++k)
      words[static_cast<std::size_t>(k)] = word(static_cast<std::uint64_t>(k));
  };
  switch (contents.kind) {
    case Kind::uniform:
      fill([&](std::uint64_t k) {
        constexpr double kUnit = 0x1p-53;
        const double share = static_cast<double>(random_bits(k, seed) >> 11) * kUnit;
        return std::bit_cast<std::uint64_t>(low + (high - low) * share);
      });
      break;
    case Kind::integers: {
      if (std::ceil(low) > std::floor(high))
        throw Error(Status::bad_input, fmt::format("{}: there is no whole number from {} to {}",
                                                   parameter.name, low, high));
      require_range(parameter, shape.element, std::ceil(low), std::floor(high));
      const auto choices = static_cast<std::uint64_t>(std::floor(high) - std::ceil(low)) + 1;
      fill([&](std::uint64_t k) {
        return word_of(real, std::ceil(low) + static_cast<double>(random_bits(k, seed) % choices));
      });
      break;
    }
    case Kind::hash:
      fill([&](std::uint64_t k) { return random_bits(k, seed); });
      break;
    case Kind::range:
    case Kind::permutation:
      require_range(parameter, shape.element, 0, static_cast<double>(words.size()) - 1);
      if (contents.kind == Kind::permutation) words = random_order(words.size(), seed);
      fill([&](std::uint64_t k) {
        const std::uint64_t value = contents.kind == Kind::range ? k : words[k];
        return word_of(real, static_cast<double>(value));
      });
      break;
    case Kind::zero:
    case Kind::constant:
      if (!real) require_range(parameter, shape.element, low, low);
      fill([&](std::uint64_t) { return word_of(real, low); });
      break;
    case Kind::none:
    case Kind::file:
      break;
  }
  return narrowed(numbers, shape);
}

}  // namespace gputest::task
