#include "common/reorder/array_shape.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <optional>
#include <string_view>

#include "common/core/error.hpp"
#include "common/core/parse_number.hpp"

namespace gputest::reorder {
namespace {

/// "3,0,1" or "3x0x1"; none where that is no list of whole numbers.
std::optional<Dimensions> whole_numbers(std::string_view text) {
  Dimensions numbers;
  while (true) {
    const std::size_t end = std::min(text.find_first_of(",x"), text.size());
    const auto number = parse_number<std::uint64_t>(text.substr(0, end));
    if (!number) return std::nullopt;
    numbers.push_back(*number);
    if (end == text.size()) return numbers;
    text.remove_prefix(end + 1);
  }
}

}  // namespace

Dimensions parse_shape(const std::string& text) {
  const auto shape = whole_numbers(text);
  if (!shape || std::count(shape->begin(), shape->end(), 0u) != 0)
    throw Error(Status::bad_input,
                fmt::format("--shape takes positive whole numbers of elements, such as 64,64,5, or "
                            "square, not '{}'",
                            text));
  if (shape->size() < kMinRank || shape->size() > kMaxRank)
    throw Error(Status::bad_input,
                fmt::format("--shape takes {} to {} dimensions, not the {} of {}", kMinRank,
                            kMaxRank, shape->size(), text));
  std::uint64_t left = kMaxElements;
  for (const std::uint64_t extent : *shape) {
    left /= extent;
    if (left == 0)
      throw Error(Status::bad_input, fmt::format("reorder takes at most {} elements, not {}",
                                                 kMaxElements, shape_text(*shape)));
  }
  return *shape;
}

Dimensions near_square_of(std::uint64_t n) {
  if (n == 0) throw Error(Status::bad_input, "reorder needs at least one element, not n = 0");
  if (n > kMaxElements)
    throw Error(Status::bad_input,
                fmt::format("reorder takes at most {} elements, not {}", kMaxElements, n));
  auto rows = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(n)));
  while (n % rows != 0) --rows;
  return {rows, n / rows};
}

Dimensions parse_permutation(const std::string& text, std::size_t rank) {
  Dimensions order(rank);
  std::iota(order.begin(), order.end(), 0u);
  if (text == "neighbours") {
    std::swap(order[rank - 2], order[rank - 1]);
    return order;
  }
  if (text == "ends") {
    std::swap(order.front(), order.back());
    return order;
  }
  if (text == "reverse") {
    std::reverse(order.begin(), order.end());
    return order;
  }
  const auto given = whole_numbers(text);
  if (!given || !std::is_permutation(given->begin(), given->end(), order.begin(), order.end()))
    throw Error(Status::bad_input,
                fmt::format("--permutation of {} dimensions takes each of 0 to {} once, or "
                            "neighbours, ends or reverse, not '{}'",
                            rank, rank - 1, text));
  return *given;
}

std::string shape_text(const Dimensions& shape) {
  return fmt::format("{}", fmt::join(shape, " x "));
}

std::uint64_t elements_of(const Dimensions& shape) {
  return std::accumulate(shape.begin(), shape.end(), std::uint64_t{1}, std::multiplies<>());
}

}  // namespace gputest::reorder
