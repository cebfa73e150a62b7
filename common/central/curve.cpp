#include "common/central/curve.hpp"

#include <algorithm>
#include <cmath>

#include "common/central/interval.h"
#include "common/central/law.hpp"

namespace gputest {

std::vector<CentralCurvePart> central_error_curve(const CentralLaw& law, double shape,
                                                  const CentralTable& table, double from, double to,
                                                  std::size_t parts) {
  constexpr int kPoints = 256;
  const auto floats = central_table_floats(table);
  const std::uint32_t shift = 23 - table.bits;
  const auto last = static_cast<std::uint32_t>(floats.size() - 1);
  const auto by_table = [&](float x) {
    const auto& c = floats[gt_interval(x, shift, table.first, last)];
    return gt_quartic(gt_from_middle(x, shift), c[0], c[1], c[2], c[3], c[4]);
  };
  std::vector<CentralCurvePart> curve(parts);
  long double largest = 0;
  const auto at = [&](std::size_t part, int point) {
    const double share =
        (static_cast<double>(part) + point / double{kPoints}) / static_cast<double>(parts);
    return from * std::pow(to / from, share);
  };
  for (std::size_t k = 0; k < parts; ++k) {
    CentralCurvePart& part = curve[k];
    part.r = at(k, 0);
    part.r_end = k + 1 < parts ? at(k + 1, 0) : to;
    for (int point = 0; point < kPoints; ++point) {
      const double r = at(k, point);
      const auto x = static_cast<float>(r * r);
      const auto right = central_terms<long double>(law.number, static_cast<long double>(x),
                                                    static_cast<long double>(shape));
      if (point == 0) part.force = static_cast<double>(right.g) * r;
      largest = std::max(largest, std::abs(right.g) * static_cast<long double>(r));
      const long double of_table = std::abs(static_cast<long double>(by_table(x)) - right.g);
      const long double of_formula = std::abs(static_cast<long double>(central::gt_central_law(
                                                  law.number, x, static_cast<float>(shape))) -
                                              right.g);
      const long double size = right.magnitude;
      part.of_largest = std::max(part.of_largest, static_cast<double>(of_table * r));
      if (size == 0) continue;
      part.by_table = std::max(part.by_table, static_cast<double>(of_table / size));
      part.by_formula = std::max(part.by_formula, static_cast<double>(of_formula / size));
    }
  }
  for (CentralCurvePart& part : curve)
    part.of_largest = largest > 0 ? part.of_largest / static_cast<double>(largest) : 0;
  return curve;
}

}  // namespace gputest
