#include "libraries/g5/cutoff.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>
#include <vector>

#include "common/core/error.hpp"

namespace gputest::libraries {
namespace {

/// 140 times the force between two spheres S2 of radius 1 at R < 1, over R.
double s2_inside(double R) { return 224 + R * R * (-224 + R * (70 + R * (48 - 21 * R))); }

/// The force between spheres S2 of that diameter, over r.
double s2_force(double diameter, double r) {
  const double R = 2 * r / diameter;
  if (R >= 2) return 1 / (r * r * r);
  if (R >= 1) return (1 - g5_s2_share(R)) / (r * r * r);
  return 8 * (s2_inside(R) / 140) / (diameter * diameter * diameter);
}

/// The integral of f from a to b by the rule of Gauss and Legendre with five nodes.
long double integral(const CentralFunction& f, long double a, long double b) {
  constexpr long double kNode[] = {0.5384693101056830910L, 0.9061798459386639928L};
  constexpr long double kWeight[] = {0.4786286704993664680L, 0.2369268850561890875L};
  const long double middle = (a + b) / 2, half = (b - a) / 2;
  long double sum = f(middle) * 128 / 225;
  for (int k = 0; k < 2; ++k)
    sum += kWeight[k] * (f(middle - half * kNode[k]) + f(middle + half * kNode[k]));
  return half * sum;
}

double range_of(double range, double eps2) {
  const double square = range * range - eps2;
  if (!(square > 0) || !std::isfinite(square))
    throw Error(Status::bad_input,
                fmt::format("the cutoff at {:g} is not longer than the softening length {:g}",
                            range, std::sqrt(eps2)));
  return std::sqrt(square);
}

CentralTable table_of(const CentralFunction& g) {
  const auto checked = [&](long double x) {
    const long double value = g(x);
    if (!std::isfinite(value))
      throw Error(Status::bad_input, "the cutoff's function is not finite everywhere");
    return value;
  };
  return make_central_table(checked, G5Cutoff::kLeastX, std::nextafter(1.0f, 0.0f));
}

}  // namespace

double g5_s2_share(double R) {
  if (R >= 2) return 0;
  const double R2 = R * R;
  if (R < 1) return 1 - R2 * R * s2_inside(R) / 140;
  return 1 -
         (12 + R2 * (-224 + R * (896 + R * (-840 + R * (224 + R * (70 + R * (-48 + 7 * R))))))) /
             140;
}

G5Law g5_s2_law(double eta) {
  return {[=](double r) { return g5_s2_share(r / eta) / (r * r * r); }, 2 * eta, nullptr, 2 * eta,
          true};
}

G5Law g5_cut_law(double eta, G5Function force, double force_cut, G5Function potential,
                 double potential_cut) {
  G5Law law{[=, g = std::move(force)](double r) { return g(r / eta) / (r * r * r); },
            force_cut * eta, nullptr, force_cut * eta, true};
  if (!potential) return law;
  law.potential = [=, h = std::move(potential)](double r) { return h(r / eta) / r; };
  law.potential_range = potential_cut * eta;
  return law;
}

G5Law g5_s2_difference(double near, double far) {
  return {[=](double r) { return s2_force(near, r) - s2_force(far, r); }, far, nullptr, far, false};
}

double G5Cutoff::Part::at(double r2) const {
  const double x = r2 / (range * range);
  return kLeastX <= x && x < 1 ? table.at(x) : 0;
}

G5Cutoff::G5Cutoff(const G5Law& law, double eps2) {
  const double softening = law.is_softened ? eps2 : 0;
  force.range = range_of(law.force_range, softening);
  potential.range = range_of(law.potential_range, softening);
  const auto distance = [&](const Part& part, long double x) {
    return std::sqrt(static_cast<double>(x) * part.range * part.range + softening);
  };
  const double cube = force.range * force.range * force.range;
  const CentralFunction f = [&](long double x) -> long double {
    return cube * law.force(distance(force, x));
  };
  force.table = table_of(f);
  is_steep = std::abs(force.table.at(kLeastX)) > 2 * std::abs(force.table.at(4 * kLeastX));
  if (law.potential) {
    potential.table = table_of([&](long double x) -> long double {
      return potential.range * law.potential(distance(potential, x));
    });
    return;
  }
  // range p is half the integral of range^3 f over x, because x is a square.
  const std::size_t count = force.table.quartics.size();
  std::vector<long double> beyond(count + 1);
  for (std::size_t k = count; k-- > 0;)
    beyond[k] = beyond[k + 1] + integral(f, force.table.begin(k), force.table.begin(k + 1)) / 2;
  potential.table = table_of([&](long double x) {
    std::size_t k = 0;
    while (force.table.begin(k + 1) <= x) ++k;
    return beyond[k + 1] + integral(f, x, force.table.begin(k + 1)) / 2;
  });
}

}  // namespace gputest::libraries
