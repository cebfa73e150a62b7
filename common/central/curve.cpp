#include "common/central/curve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "common/central/halide_law.hpp"
#include "common/central/interval.h"
#include "common/central/law.hpp"
#include "common/central/laws.hpp"
#include "common/central/table.hpp"
#include "common/core/error.hpp"
#include "common/core/printable.hpp"

namespace gputest {
namespace {

constexpr int kPointsOfPart = 256;

/// The table that the request names, or one made for its distances.
CentralTable table_of_request(const LawRequest& request, unsigned law, double shape) {
  const double low = request.from * request.from, high = request.to * request.to;
  if (request.table.empty())
    return make_central_table(
        [=](long double x) {
          return central_terms<long double>(law, x, static_cast<long double>(shape)).g;
        },
        low * (1 - 1e-6), high * (1 + 1e-6));
  CentralTable table = read_central_table(request.table);
  if (!table.covers(low, high))
    throw Error(Status::bad_input,
                fmt::format("the table {} covers distances from {:g} to {:g}, not from {:g} to "
                            "{:g}",
                            printable(request.table), std::sqrt(table.begin(0)),
                            std::sqrt(table.end()), request.from, request.to));
  return table;
}

}  // namespace

LawCurve central_law_curve(const LawRequest& request) {
  const CentralLaw& law = find_central_law(request.law);
  if (is_halide_law(law))
    throw Error(
        Status::bad_input,
        fmt::format("the law {} takes five numbers for each pair of types: it is not a function of "
                    "one argument and has no table",
                    law.name));
  const double shape = central_shape(law, request.alpha);
  const CentralTable table = table_of_request(request, law.number, shape);
  const auto floats = central_table_floats(table);
  const std::uint32_t shift = 23 - table.bits;
  const auto last = static_cast<std::uint32_t>(floats.size() - 1);
  const auto by_table = [&](float x) {
    const auto& c = floats[gt_interval(x, shift, table.first, last)];
    return static_cast<long double>(
        gt_quartic(gt_from_middle(x, shift), c[0], c[1], c[2], c[3], c[4]));
  };
  const auto at = [&](std::size_t part, int point) {
    const double share = (static_cast<double>(part) + point / double{kPointsOfPart}) /
                         static_cast<double>(request.parts);
    return request.from * std::pow(request.to / request.from, share);
  };
  LawCurve curve;
  curve.formula = law.formula;
  curve.intervals = table.quartics.size();
  curve.parts_per_octave = table.parts();
  curve.table =
      central_table_text(table, fmt::format("g = {}, alpha = {:g}", law.formula, request.alpha));
  curve.parts.resize(request.parts);
  long double largest = 0;
  for (std::size_t k = 0; k < request.parts; ++k) {
    LawCurvePart& part = curve.parts[k];
    part.r = at(k, 0);
    part.r_end = k + 1 < request.parts ? at(k + 1, 0) : request.to;
    for (int point = 0; point < kPointsOfPart; ++point) {
      const double r = at(k, point);
      const auto x = static_cast<float>(r * r);
      const auto right = central_terms<long double>(law.number, static_cast<long double>(x),
                                                    static_cast<long double>(shape));
      if (point == 0) part.force = static_cast<double>(right.g) * r;
      largest = std::max(largest, std::abs(right.g) * static_cast<long double>(r));
      const long double of_table = std::abs(by_table(x) - right.g);
      const auto formula = static_cast<long double>(
          central::gt_central_law(law.number, x, static_cast<float>(shape)));
      part.of_largest = std::max(part.of_largest, static_cast<double>(of_table * r));
      if (right.magnitude == 0) continue;
      const long double of_formula = std::abs(formula - right.g);
      part.by_table = std::max(part.by_table, static_cast<double>(of_table / right.magnitude));
      part.by_formula =
          std::max(part.by_formula, static_cast<double>(of_formula / right.magnitude));
    }
  }
  for (LawCurvePart& part : curve.parts)
    part.of_largest = largest > 0 ? part.of_largest / static_cast<double>(largest) : 0;
  return curve;
}

}  // namespace gputest
