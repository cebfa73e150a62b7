#include "common/task/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gputest::task {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

double scale_of(const Expected& expected, std::size_t k) {
  return expected.scale.size() == 1 ? expected.scale.front() : expected.scale.at(k);
}

/// The difference of number k in its own unit.
double difference(const Comparison& comparison, Element element, const Numbers& found,
                  const Expected& expected, std::size_t k) {
  if (!found.are_real) {
    if (found.words[k] == expected.numbers.words[k]) return 0;
    const std::uint64_t a = found.words[k], b = expected.numbers.words[k];
    if (element == Element::uint64) return static_cast<double>(a > b ? a - b : b - a);
    // In double, because the difference may need 65 bits.
    return std::max(1.0, std::abs(found.value(k) - expected.numbers.value(k)));
  }
  const double right = expected.numbers.real(k), value = found.real(k);
  const double target =
      comparison.kind == Comparison::Kind::exact ? rounded(element, right) : right;
  if (std::isnan(target) && std::isnan(value)) return 0;
  if (value == target || value == rounded(element, right)) return 0;
  const double error = std::abs(value - target);
  return std::isfinite(error) ? error : kInfinite;
}

/// The unit in which bound and error are given.
double unit_of(const Comparison& comparison, Element element, const Expected& expected,
               std::size_t k) {
  switch (comparison.kind) {
    case Comparison::Kind::exact:
      return 1;
    case Comparison::Kind::ulps:
      return spacing(element, expected.numbers.value(k));
    case Comparison::Kind::relative:
      break;
  }
  return std::abs(scale_of(expected, k));
}

}  // namespace

double allowed(const Comparison& comparison, Element element, const Expected& expected,
               std::size_t k) {
  return comparison.bound * unit_of(comparison, element, expected, k);
}

Difference compare(const Comparison& comparison, Element element, const Numbers& found,
                   const Expected& expected) {
  Difference result;
  const std::size_t count = found.words.size();
  result.wrong.resize(count);
  double squares = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const double error = difference(comparison, element, found, expected, k);
    if (error == 0) continue;
    const double unit = unit_of(comparison, element, expected, k);
    const double in_units = unit > 0 ? error / unit : kInfinite;
    squares += in_units * in_units;
    if (error == kInfinite || !(error <= comparison.bound * unit)) {
      result.wrong[k] = true;
      result.passed = false;
    }
    if (in_units <= result.error) continue;
    result.error = in_units;
    result.worst = k;
  }
  result.mean_square = count == 0 ? 0 : squares / static_cast<double>(count);
  return result;
}

}  // namespace gputest::task
