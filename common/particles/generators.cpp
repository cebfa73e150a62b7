#include "common/particles/generators.hpp"

// A fused multiply-add would round once instead of twice: see generators.hpp.
#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#else
#pragma GCC optimize("fp-contract=off")
#endif

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include "common/core/error.hpp"
#include "common/core/host.hpp"
#include "common/core/interrupt.hpp"

namespace gputest {
namespace {

/// A number in [0, 1) from the upper 53 bits. (std::uniform_real_distribution differs between
/// standard libraries.)
double uniform53(std::mt19937_64& engine) { return static_cast<double>(engine() >> 11) * 0x1p-53; }

/// The cube root of a positive number by Newton's iteration. (std::cbrt is not correctly rounded.)
double cube_root(double value) {
  int exponent = 0;
  double mantissa = std::frexp(value, &exponent);  // exact, like std::ldexp
  while (exponent % 3 != 0) {
    mantissa /= 2;
    ++exponent;
  }
  // On [1/8, 1) the line is within 6 % of the root, and each step squares the error.
  double root = 0.45 + 0.57 * mantissa;
  for (int step = 0; step < 5; ++step) root = (2 * root + mantissa / (root * root)) / 3;
  return std::ldexp(root, exponent / 3);
}

struct Vector {
  double x, y, z;
};

/// A vector of the given length in a random direction, all directions equally probable.
Vector isotropic(std::mt19937_64& engine, double length) {
  for (;;) {
    const double x = 2 * uniform53(engine) - 1;
    const double y = 2 * uniform53(engine) - 1;
    const double z = 2 * uniform53(engine) - 1;
    const double square = x * x + y * y + z * z;
    if (square > 1 || square == 0) continue;
    const double scale = length / std::sqrt(square);
    return {scale * x, scale * y, scale * z};
  }
}

/// A speed in units of the escape speed: its density is proportional to q^2 (1 - q^2)^(7/2), which
/// is below 0.1 everywhere.
double speed_fraction(std::mt19937_64& engine) {
  for (;;) {
    const double q = uniform53(engine);
    const double height = 0.1 * uniform53(engine);
    const double rest = 1 - q * q;
    if (height < q * q * (rest * rest * rest * std::sqrt(rest))) return q;
  }
}

void subtract_mean(std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  const double mean = sum / static_cast<double>(values.size());
  for (double& value : values) value -= mean;
}

ParticleSet make_set(std::uint64_t n) {
  if (n == 0) throw Error(Status::bad_input, "the number of particles must be above zero");
  constexpr std::uint64_t most =
      std::numeric_limits<std::uint64_t>::max() / ParticleSet::bytes_per_particle;
  require_host_memory(
      n > most ? std::numeric_limits<std::uint64_t>::max() : n * ParticleSet::bytes_per_particle,
      fmt::format("making {} particles", n));
  ParticleSet set;
  set.resize(n);
  return set;
}

void require_positive(double value, const char* what) {
  if (!(value > 0) || !std::isfinite(value))
    throw Error(Status::bad_input,
                fmt::format("{} must be positive and finite, not {}", what, value));
}

void set_box(ParticleSet& set, double edge, bool periodic) {
  set.has_box = true;
  set.box.high = {edge, edge, edge};
  set.box.periodic = {periodic, periodic, periodic};
}

}  // namespace

ParticleSet generate_plummer(std::uint64_t n, std::uint64_t seed) {
  constexpr double mass_kept = 0.999;
  constexpr double length_unit = 3 * std::numbers::pi / 16;
  const double velocity_unit = 1 / std::sqrt(length_unit);

  ParticleSet set = make_set(n);
  std::mt19937_64 engine(seed);
  for (std::uint64_t i = 0; i < n; ++i) {
    throw_if_interrupted();
    const double enclosed = mass_kept * (1 - uniform53(engine));  // never zero
    const double root = cube_root(enclosed);
    const double radius = 1 / std::sqrt(1 / (root * root) - 1);
    const Vector position = isotropic(engine, length_unit * radius);
    const double escape_speed = std::numbers::sqrt2 / std::sqrt(std::sqrt(1 + radius * radius));
    const Vector velocity =
        isotropic(engine, velocity_unit * escape_speed * speed_fraction(engine));
    set.mass[i] = 1 / static_cast<double>(n);
    set.x[i] = position.x;
    set.y[i] = position.y;
    set.z[i] = position.z;
    set.vx[i] = velocity.x;
    set.vy[i] = velocity.y;
    set.vz[i] = velocity.z;
  }
  for (auto* component : {&set.x, &set.y, &set.z, &set.vx, &set.vy, &set.vz})
    subtract_mean(*component);
  return set;
}

ParticleSet generate_uniform(std::uint64_t n, std::uint64_t seed, double edge) {
  require_positive(edge, "the edge of the cube");
  ParticleSet set = make_set(n);
  set_box(set, edge, false);
  std::mt19937_64 engine(seed);
  for (std::uint64_t i = 0; i < n; ++i) {
    throw_if_interrupted();
    set.mass[i] = 1 / static_cast<double>(n);
    set.x[i] = edge * uniform53(engine);
    set.y[i] = edge * uniform53(engine);
    set.z[i] = edge * uniform53(engine);
  }
  return set;
}

ParticleSet generate_lattice(double edge, double density, std::uint64_t seed, bool periodic) {
  require_positive(edge, "the edge of the lattice's box");
  require_positive(density, "the density of the lattice");
  const double cell = cube_root(4 / density);
  const double cells = std::floor(edge / cell);
  if (!(cells >= 1))
    throw Error(
        Status::bad_input,
        fmt::format("a box of edge {} is smaller than one cell of the lattice, {}", edge, cell));
  constexpr double most = 0x1p63;
  const double particles = 4 * cells * cells * cells;
  ParticleSet set = make_set(particles < most ? static_cast<std::uint64_t>(particles)
                                              : std::numeric_limits<std::uint64_t>::max());
  set_box(set, edge, periodic);

  std::mt19937 engine(static_cast<std::mt19937::result_type>(seed));
  std::uniform_real_distribution<double> jitter(0, 0.1);
  const double half = cell / 2;
  const Vector basis[] = {{0, 0, 0}, {0, half, half}, {half, 0, half}, {half, half, 0}};
  const auto cells_an_axis = static_cast<std::uint64_t>(cells);
  std::uint64_t i = 0;
  for (std::uint64_t iz = 0; iz < cells_an_axis; ++iz)
    for (std::uint64_t iy = 0; iy < cells_an_axis; ++iy) {
      throw_if_interrupted();
      for (std::uint64_t ix = 0; ix < cells_an_axis; ++ix)
        for (const Vector& site : basis) {
          set.x[i] = static_cast<double>(ix) * cell + site.x + jitter(engine);
          set.y[i] = static_cast<double>(iy) * cell + site.y + jitter(engine);
          set.z[i] = static_cast<double>(iz) * cell + site.z + jitter(engine);
          ++i;
        }
    }
  return set;
}

ParticleSet generate_lattice_of(std::uint64_t n, double density, std::uint64_t seed,
                                bool periodic) {
  require_positive(density, "the density of the lattice");
  if (n == 0) throw Error(Status::bad_input, "the number of particles must be above zero");
  const double cell = cube_root(4 / density);
  double cells = std::max(1.0, std::floor(std::cbrt(static_cast<double>(n) / 4)));
  while (4 * cells * cells * cells < static_cast<double>(n)) ++cells;
  // Half a cell is added, so that rounding removes no cell.
  ParticleSet set = generate_lattice((cells + 0.5) * cell, density, seed, periodic);
  set.resize(n);
  set_box(set, cells * cell, periodic);
  return set;
}

}  // namespace gputest
