#include "libraries/g5/host_forces.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>

#include "common/core/error.hpp"

namespace gputest::libraries {
namespace {

/// f and p of a pair.
struct Factors {
  double force, potential;
};

Factors softened(double r2, double eps2) {
  if (r2 + eps2 == 0) return {0, 0};
  const double inverse = 1 / std::sqrt(r2 + eps2);
  return {inverse * inverse * inverse, inverse};
}

Factors cut(double r2, const G5Cutoff& cutoff) {
  if (r2 == 0) return {0, 0};
  const double range = cutoff.force.range;
  if (cutoff.is_steep && r2 < G5Cutoff::kLeastX * range * range)
    return {std::numeric_limits<double>::quiet_NaN(), 0};
  return {cutoff.force.at(r2) / (range * range * range),
          cutoff.potential.at(r2) / cutoff.potential.range};
}

}  // namespace

std::vector<G5Sum> g5_sums_on_host(std::size_t count, const double* x, const double* eps2,
                                   const G5Bodies& bodies, std::size_t n, const G5Cutoff* cutoff) {
  std::vector<G5Sum> sums(count);
#pragma omp parallel for if (count * n > 16384)
  for (std::size_t i = 0; i < count; ++i) {
    G5Sum sum{};
    for (std::size_t j = 0; j < n; ++j) {
      std::array<double, 3> d{};
      double r2 = 0;
      for (std::size_t c = 0; c < 3; ++c) {
        d[c] = bodies.x[3 * j + c] - x[3 * i + c];
        r2 += d[c] * d[c];
      }
      const double of_body = bodies.eps2.empty() ? 0 : bodies.eps2[j];
      const auto [force, potential] =
          cutoff == nullptr ? softened(r2, eps2[i] + of_body) : cut(r2, *cutoff);
      for (std::size_t c = 0; c < 3; ++c) sum[c] += bodies.m[j] * force * d[c];
      sum[3] += bodies.m[j] * potential;
    }
    sums[i] = sum;
  }
  require_finite_sums(sums, "fp64", cutoff != nullptr);
  return sums;
}

void require_finite_sums(const std::vector<G5Sum>& sums, const char* precision, bool is_cut) {
  for (std::size_t i = 0; i < sums.size(); ++i)
    for (const double number : sums[i])
      if (!std::isfinite(number))
        throw Error(Status::bad_input, fmt::format("a sum at point {} is beyond the range of {}{}",
                                                   i, precision, is_cut ? kBeforeTables : ""));
}

}  // namespace gputest::libraries
