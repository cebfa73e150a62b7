#include "common/ewald/parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "common/core/error.hpp"
#include "common/core/precision.hpp"

namespace gputest {
namespace {

constexpr double kPi = std::numbers::pi;

/// Finds where a falling function has `value`, between an end where it is above and one where it is
/// below.
template <class F>
double solved(double low, double high, double value, const F& f) {
  constexpr int kHalvings = 60;
  for (int k = 0; k < kHalvings; ++k) {
    const double middle = (low + high) / 2;
    (f(middle) > value ? low : high) = middle;
  }
  return high;
}

/// x y z of each wave below this |k|, one of each opposite pair: z is positive, or z is 0 and y
/// positive, or both are 0 and x positive.
std::vector<WaveNumbers> waves_below(const ChargedSystem& system, double most) {
  constexpr double kMost = 4194304;
  const double count = system.volume() * most * most * most / (12 * kPi * kPi);
  if (!(count < kMost))
    throw Error(Status::bad_input,
                fmt::format("a wave sum of this accuracy over these particles takes {:.2g} waves, "
                            "and at most {:.2g} are summed: a larger --cutoff takes fewer",
                            count, kMost));
  std::vector<WaveNumbers> waves;
  double unit[3];
  std::int32_t end[3];
  for (std::size_t axis = 0; axis < 3; ++axis) {
    unit[axis] = 2 * kPi / system.edge[axis];
    end[axis] = static_cast<std::int32_t>(most / unit[axis]);
  }
  for (std::int32_t z = 0; z <= end[2]; ++z)
    for (std::int32_t y = -end[1]; y <= end[1]; ++y)
      for (std::int32_t x = -end[0]; x <= end[0]; ++x) {
        if (z == 0 && (y < 0 || (y == 0 && x <= 0))) continue;
        if (std::hypot(unit[0] * x, unit[1] * y, unit[2] * z) < most) waves.push_back({x, y, z});
      }
  return waves;
}

}  // namespace

ChargedSystem::ChargedSystem(const ParticleSet& particles)
    : n(static_cast<double>(particles.size())) {
  for (const double q : particles.charge) squares += q * q;
  for (std::size_t axis = 0; axis < 3; ++axis)
    edge[axis] = particles.box.high[axis] - particles.box.low[axis];
}

double ChargedSystem::shortest() const { return std::min({edge[0], edge[1], edge[2]}); }

double ChargedSystem::typical_force() const {
  return squares / n * std::pow(n / volume(), 2.0 / 3);
}

double ChargedSystem::typical_energy() const { return squares / n * std::cbrt(n / volume()); }

double real_cut_error(const ChargedSystem& system, double alpha, double cutoff) {
  return 2 * system.squares / std::sqrt(system.n * cutoff * system.volume()) *
         std::exp(-alpha * alpha * cutoff * cutoff);
}

double wave_cut_error(const ChargedSystem& system, double alpha, double most) {
  const double length = std::cbrt(system.volume());
  const double reach = most / (2 * alpha);
  return 2 * system.squares * alpha / length * std::sqrt(2 / (most * length * system.n)) *
         std::exp(-reach * reach);
}

EwaldParameters ewald_parameters(const ParticleSet& particles, double accuracy, double cutoff) {
  constexpr double kShareOfAPart = 1.0 / 3;
  constexpr double kMeanDistances = 3.2;
  const ChargedSystem system(particles);
  const double half = system.shortest() / 2;
  if (cutoff > half)
    throw Error(Status::bad_input,
                fmt::format("--cutoff={:g} is more than half of the box's shortest edge of {:g}",
                            cutoff, system.shortest()));
  EwaldParameters made;
  made.cutoff =
      cutoff > 0 ? cutoff : std::min(half, kMeanDistances * std::cbrt(system.volume() / system.n));
  const double error = kShareOfAPart * accuracy * system.typical_force();
  const double of_no_alpha = real_cut_error(system, 0, made.cutoff) / error;
  // Rounded to fp32, so that every precision computes the same parts.
  const auto held = [](double value) { return round_to(Precision::fp32, value); };
  made.cutoff = held(made.cutoff);
  if (made.cutoff > half) made.cutoff = std::nextafter(static_cast<float>(made.cutoff), 0.0F);
  made.alpha = held(std::sqrt(std::max(1.0, std::log(of_no_alpha))) / made.cutoff);
  constexpr double kFarthest = 40;  // times alpha: e^(-400) remains
  made.most_wave = solved(0.1 * made.alpha, kFarthest * made.alpha, error,
                          [&](double most) { return wave_cut_error(system, made.alpha, most); });
  // The shortest waves of the box are always summed.
  const double longest = std::max({system.edge[0], system.edge[1], system.edge[2]});
  made.most_wave = std::max(made.most_wave, 1.5 * 2 * kPi / longest);
  made.waves = waves_below(system, made.most_wave);
  return made;
}

std::vector<double> wave_factors(const EwaldParameters& parameters, const ChargedSystem& system) {
  std::vector<double> numbers;
  numbers.reserve(4 * parameters.waves.size());
  for (const WaveNumbers& wave : parameters.waves) {
    const double k =
        2 * kPi *
        std::hypot(wave.x / system.edge[0], wave.y / system.edge[1], wave.z / system.edge[2]);
    const double reach = k / (2 * parameters.alpha);
    numbers.insert(numbers.end(), {static_cast<double>(wave.x), static_cast<double>(wave.y),
                                   static_cast<double>(wave.z),
                                   8 * kPi / system.volume() * std::exp(-reach * reach) / (k * k)});
  }
  return numbers;
}

}  // namespace gputest
