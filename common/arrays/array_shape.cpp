#include "common/arrays/array_shape.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>
#include <string_view>

#include "common/core/error.hpp"
#include "common/core/parse_number.hpp"

namespace gputest::arrays {
namespace {

/// Parses "3,0,1" or "3x0x1"; empty if the text is not a list of whole numbers.
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

/// The largest divisor of n that is at most `most`.
std::uint64_t divisor_below(std::uint64_t n, std::uint64_t most) {
  while (n % most != 0) --most;
  return most;
}

std::uint64_t square_root(std::uint64_t n) {
  return static_cast<std::uint64_t>(std::sqrt(static_cast<double>(n)));
}

}  // namespace

Dimensions parse_shape(const std::string& text, const ShapeRules& rules) {
  const auto shape = whole_numbers(text);
  if (!shape || std::count(shape->begin(), shape->end(), 0u) != 0)
    throw Error(Status::bad_input,
                fmt::format("--shape takes positive whole numbers of elements, such as {}, or {}, "
                            "not '{}'",
                            rules.example, rules.word, text));
  if (shape->size() < rules.min_rank || shape->size() > rules.max_rank)
    throw Error(Status::bad_input,
                fmt::format("--shape{} takes {} dimensions, not the {} of {}",
                            rules.min_rank == rules.max_rank ? " of " + rules.family : "",
                            rules.min_rank == rules.max_rank
                                ? std::to_string(rules.min_rank)
                                : fmt::format("{} to {}", rules.min_rank, rules.max_rank),
                            shape->size(), text));
  if (*std::min_element(shape->begin(), shape->end()) < rules.min_extent)
    throw Error(Status::bad_input, fmt::format("{} takes extents of at least {}, not {}",
                                               rules.family, rules.min_extent, shape_text(*shape)));
  std::uint64_t left = kMaxElements;
  for (const std::uint64_t extent : *shape) {
    left /= extent;
    if (left == 0)
      throw Error(Status::bad_input, fmt::format("{} takes at most {} elements, not {}",
                                                 rules.family, kMaxElements, shape_text(*shape)));
  }
  return *shape;
}

void require_countable(std::uint64_t n, const std::string& family) {
  if (n == 0)
    throw Error(Status::bad_input, fmt::format("{} needs at least one element, not n = 0", family));
  if (n > kMaxElements)
    throw Error(Status::bad_input,
                fmt::format("{} takes at most {} elements, not {}", family, kMaxElements, n));
}

Dimensions near_square_of(std::uint64_t n) {
  const std::uint64_t rows = divisor_below(n, square_root(n));
  return {rows, n / rows};
}

Dimensions near_cube_of(std::uint64_t n) {
  Dimensions best{1, 1, n};
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  for (std::uint64_t nz = 1; nz * nz * nz <= n; ++nz) {
    if (n % nz != 0) continue;
    const std::uint64_t area = n / nz;
    const std::uint64_t ny = divisor_below(area, square_root(area));
    const std::uint64_t half_surface = area + nz * (ny + area / ny);
    if (half_surface >= least) continue;
    least = half_surface;
    best = {nz, ny, area / ny};
  }
  return best;
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

}  // namespace gputest::arrays
