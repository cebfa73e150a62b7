#include "common/particles/galaxy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <random>
#include <vector>

#include "common/core/error.hpp"
#include "common/core/host.hpp"
#include "common/core/interrupt.hpp"

namespace gputest {
namespace {

constexpr double kHaloMass = 0.95, kDiscMass = 1 - kHaloMass;
constexpr double kCut = 10;                       // in the halo's scale radius, which is 1
constexpr double kScale = 0.2, kHeight = 0.02;    // h and z0
constexpr double kDiscCut = 10;                   // in h
constexpr double kToomre = 1.5, kToomreAt = 2.4;  // Q, and the radius in h where it holds
constexpr std::uint64_t kBodiesADiscBody = 4;

/// Proportional to the halo's mass within r.
double halo_profile(double r) { return std::log1p(r) - r / (1 + r); }
double halo_mass(double r) {
  return kHaloMass * halo_profile(std::min(r, kCut)) / halo_profile(kCut);
}
double halo_density(double r) {
  return kHaloMass / (4 * std::numbers::pi * halo_profile(kCut) * r * (1 + r) * (1 + r));
}

/// The fraction of an infinite disc's mass within x scale lengths.
double disc_profile(double x) { return -std::expm1(-x) - x * std::exp(-x); }
double disc_mass(double r) {
  return kDiscMass * disc_profile(std::min(r / kScale, kDiscCut)) / disc_profile(kDiscCut);
}
double surface_density(double r) {
  return kDiscMass / (2 * std::numbers::pi * kScale * kScale * disc_profile(kDiscCut)) *
         std::exp(-r / kScale);
}

/// The argument between 0 and `most` at which the increasing function f has a value.
double place_of(const std::function<double(double)>& f, double value, double most) {
  constexpr int kBits = 60;
  double low = 0, high = most;
  for (int bit = 0; bit < kBits; ++bit) {
    const double middle = (low + high) / 2;
    (f(middle) < value ? low : high) = middle;
  }
  return (low + high) / 2;
}

/// Properties of the halo at r, tabulated: the squares of the velocity dispersion along an axis and
/// of the escape velocity. Both are for the mass of halo and disc, as if these were spherical.
class HaloTable {
 public:
  HaloTable() {
    double pressure = 0, potential = 0;  // integrals from the edge
    for (std::size_t k = kPoints; k-- > 0;) {
      const double r = radius(k), mass = halo_mass(r) + disc_mass(r);
      if (k + 1 < kPoints) {
        const double outer = radius(k + 1), outer_mass = halo_mass(outer) + disc_mass(outer);
        pressure += (halo_density(r) * mass / (r * r) +
                     halo_density(outer) * outer_mass / (outer * outer)) /
                    2 * (outer - r);
        potential += (mass / (r * r) + outer_mass / (outer * outer)) / 2 * (outer - r);
      }
      dispersion2_[k] = pressure / halo_density(r);
      escape2_[k] = 2 * (potential + 1 / kCut);
    }
  }
  double dispersion2(double r) const { return at(dispersion2_, r); }
  double escape2(double r) const { return at(escape2_, r); }

 private:
  static constexpr std::size_t kPoints = 2000;
  static constexpr double kLeast = 1e-4;
  static double radius(std::size_t k) {
    return kLeast *
           std::pow(kCut / kLeast, static_cast<double>(k) / static_cast<double>(kPoints - 1));
  }
  static double at(const std::array<double, kPoints>& values, double r) {
    const double place = std::log(std::clamp(r, kLeast, kCut) / kLeast) / std::log(kCut / kLeast) *
                         static_cast<double>(kPoints - 1);
    const auto k = std::min(static_cast<std::size_t>(place), kPoints - 2);
    return std::lerp(values[k], values[k + 1], place - static_cast<double>(k));
  }

  std::array<double, kPoints> dispersion2_{}, escape2_{};
};

/// The square of the circular velocity in the disc's plane, for the disc of K. C. Freeman (ApJ 160,
/// 811, 1970, equation 10).
double circular2(double r) {
  const double y = r / (2 * kScale);
  const double of_disc = 2 * kDiscMass / kScale * y * y *
                         (std::cyl_bessel_i(0, y) * std::cyl_bessel_k(0, y) -
                          std::cyl_bessel_i(1, y) * std::cyl_bessel_k(1, y));
  return of_disc + halo_mass(r) / r;
}

/// The distribution of the disc's velocities at R.
struct DiscVelocities {
  double radial, azimuthal, vertical;  ///< dispersions
  double rotation;                     ///< mean

  explicit DiscVelocities(double r) {
    static const double central = [] {
      const double at = kToomreAt * kScale;
      return kToomre * 3.36 * surface_density(at) / std::sqrt(epicycle2(at)) *
             std::exp(kToomreAt / 2);
    }();
    radial = central * std::exp(-r / (2 * kScale));
    const double shape = epicycle2(r) / (4 * circular2(r) / (r * r));  // (κ / 2 Ω)^2
    azimuthal = radial * std::sqrt(shape);
    vertical = std::sqrt(std::numbers::pi * surface_density(r) * kHeight);
    const double mean2 = circular2(r) + radial * radial * (1 - shape - 2 * r / kScale);
    rotation = std::sqrt(std::max(mean2, 0.0));
  }

 private:
  /// κ^2 = R dΩ^2/dR + 4 Ω^2.
  static double epicycle2(double r) {
    constexpr double kStep = 1e-3;
    const auto angular2 = [](double at) { return circular2(at) / (at * at); };
    const double slope = (angular2(r * (1 + kStep)) - angular2(r * (1 - kStep))) / (2 * kStep);
    return slope + 4 * angular2(r);
  }
};

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : engine_(seed) {}
  /// Uniform in [0, 1).
  double uniform() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }
  /// Normal with mean 0 and deviation 1 (G. E. P. Box and M. E. Muller, 1958).
  double normal() {
    return std::sqrt(-2 * std::log(1 - uniform())) * std::cos(2 * std::numbers::pi * uniform());
  }

 private:
  std::mt19937_64 engine_;
};

void place_halo_body(ParticleSet& set, std::uint64_t i, const HaloTable& halo, Draw& draw) {
  const double r = place_of(halo_mass, kHaloMass * (1 - draw.uniform()), kCut);
  const double z = r * (2 * draw.uniform() - 1), turn = 2 * std::numbers::pi * draw.uniform();
  const double flat = std::sqrt(r * r - z * z);
  set.x[i] = flat * std::cos(turn);
  set.y[i] = flat * std::sin(turn);
  set.z[i] = z;
  const double deviation = std::sqrt(halo.dispersion2(r));
  const double most = std::sqrt(halo.escape2(r));
  do {
    set.vx[i] = deviation * draw.normal();
    set.vy[i] = deviation * draw.normal();
    set.vz[i] = deviation * draw.normal();
  } while (std::hypot(set.vx[i], set.vy[i], set.vz[i]) > most);
}

void place_disc_body(ParticleSet& set, std::uint64_t i, Draw& draw) {
  const double within = disc_profile(kDiscCut) * (1 - draw.uniform());
  const double r = kScale * place_of(disc_profile, within, kDiscCut);
  const double turn = 2 * std::numbers::pi * draw.uniform();
  const double c = std::cos(turn), s = std::sin(turn);
  set.x[i] = r * c;
  set.y[i] = r * s;
  set.z[i] = kHeight * std::atanh(2 * (draw.uniform() * (1 - 0x1p-40) + 0x1p-41) - 1);
  const DiscVelocities of(r);
  const double outwards = of.radial * draw.normal();
  const double around = of.rotation + of.azimuthal * draw.normal();
  set.vx[i] = outwards * c - around * s;
  set.vy[i] = outwards * s + around * c;
  set.vz[i] = of.vertical * draw.normal();
}

}  // namespace

ParticleSet generate_galaxy(std::uint64_t n, std::uint64_t seed) {
  if (n == 0) throw Error(Status::bad_input, "the number of particles must be above zero");
  constexpr std::uint64_t kMost =
      std::numeric_limits<std::uint64_t>::max() / ParticleSet::bytes_per_particle;
  require_host_memory(std::min(n, kMost) * ParticleSet::bytes_per_particle,
                      fmt::format("making {} particles", n));
  ParticleSet set;
  set.resize(n);
  const std::uint64_t of_disc = n / kBodiesADiscBody;
  const HaloTable halo;
  Draw draw(seed);
  for (std::uint64_t i = 0; i < n; ++i) {
    throw_if_interrupted();
    if (i < of_disc) {
      set.mass[i] = kDiscMass / static_cast<double>(of_disc);
      place_disc_body(set, i, draw);
    } else {
      set.mass[i] = (of_disc > 0 ? kHaloMass : 1) / static_cast<double>(n - of_disc);
      place_halo_body(set, i, halo, draw);
    }
  }
  for (auto* values : {&set.x, &set.y, &set.z, &set.vx, &set.vy, &set.vz}) {
    double mean = 0;  // the total mass is 1
    for (std::uint64_t i = 0; i < n; ++i) mean += set.mass[i] * (*values)[i];
    for (double& value : *values) value -= mean;
  }
  return set;
}

}  // namespace gputest
