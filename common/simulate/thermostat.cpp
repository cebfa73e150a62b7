#include "common/simulate/thermostat.hpp"

#include <algorithm>
#include <cmath>

namespace gputest {

bool Thermostat::is_finite() const {
  return std::isfinite(from) && std::isfinite(to) && std::isfinite(period) && std::isfinite(heat) &&
         std::all_of(velocity.begin(), velocity.end(), [](double v) { return std::isfinite(v); });
}

double Thermostat::temperature(std::uint64_t step) const {
  if (step >= ramp) return to;
  return from + (to - from) * (static_cast<double>(step) / static_cast<double>(ramp));
}

/// They do not change with the temperature, so that energy() is conserved during a ramp too.
std::array<double, Thermostat::kLength> Thermostat::masses(double degrees) const {
  const double of_one = std::max(from, to) * period * period;
  return {degrees * of_one, of_one, of_one};
}

double Thermostat::half_step(double kinetic, double degrees, double temperature, double dt) {
  const auto mass = masses(degrees);
  const double cube_root = std::cbrt(2.0);
  const double outer = 1 / (2 - cube_root);
  double factor = 1;
  const auto drive = [&](std::size_t k) {
    return k == 0 ? (2 * kinetic - degrees * temperature) / mass[0]
                  : (mass[k - 1] * velocity[k - 1] * velocity[k - 1] - temperature) / mass[k];
  };
  for (const double weight : {outer, 1 - 2 * outer, outer}) {
    const double quarter = weight * dt / 4;
    const auto push = [&](std::size_t k) {
      const double slowed = k + 1 < kLength ? std::exp(-velocity[k + 1] * quarter / 2) : 1;
      velocity[k] = (velocity[k] * slowed + drive(k) * quarter) * slowed;
    };
    for (std::size_t k = kLength; k-- > 0;) push(k);
    const double scaled = std::exp(-velocity[0] * 2 * quarter);
    factor *= scaled;
    kinetic *= scaled * scaled;
    for (std::size_t k = 0; k < kLength; ++k)
      heat += (k == 0 ? degrees : 1) * temperature * velocity[k] * 2 * quarter;
    for (std::size_t k = 0; k < kLength; ++k) push(k);
  }
  return factor;
}

double Thermostat::energy(double degrees) const {
  const auto mass = masses(degrees);
  double sum = heat;
  for (std::size_t k = 0; k < kLength; ++k) sum += mass[k] * velocity[k] * velocity[k] / 2;
  return sum;
}

}  // namespace gputest
