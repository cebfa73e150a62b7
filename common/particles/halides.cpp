#include "common/particles/halides.hpp"

#include <fmt/format.h>

#include <cmath>

#include "common/core/error.hpp"
#include "common/core/host.hpp"
#include "common/particles/ions.hpp"

namespace gputest {
namespace {

constexpr HalideIon kLi{"Li", 6.94, 1, 0.816, 2}, kNa{"Na", 22.98976928, 1, 1.170, 8},
    kK{"K", 39.0983, 1, 1.463, 8}, kRb{"Rb", 85.4678, 1, 1.587, 8},
    kCs{"Cs", 132.90545196, 1, 1.720, 8};
constexpr HalideIon kF{"F", 18.998403162, -1, 1.179, 8}, kCl{"Cl", 35.45, -1, 1.585, 8},
    kBr{"Br", 79.904, -1, 1.716, 8}, kI{"I", 126.90447, -1, 1.907, 8};

}  // namespace

const std::vector<Halide>& halides() {
  static const std::vector<Halide> salts{
      {"LiF", kLi, kF, 0.299, {0.073, 0.8, 14.5}, {0.03, 0.6, 17}, 4.03},
      {"LiCl", kLi, kCl, 0.342, {0.073, 2.0, 111}, {0.03, 2.4, 223}, 5.13},
      {"LiBr", kLi, kBr, 0.353, {0.073, 2.5, 185}, {0.03, 3.3, 423}, 5.50},
      {"LiI", kLi, kI, 0.430, {0.073, 3.3, 378}, {0.03, 5.3, 1060}, 6.00},
      {"NaF", kNa, kF, 0.330, {1.68, 4.5, 16.5}, {0.8, 3.8, 20}, 4.62},
      {"NaCl", kNa, kCl, 0.317, {1.68, 11.2, 116}, {0.8, 13.9, 233}, 5.64},
      {"NaBr", kNa, kBr, 0.340, {1.68, 14.0, 196}, {0.8, 19, 450}, 5.97},
      {"NaI", kNa, kI, 0.386, {1.68, 19.1, 392}, {0.8, 31, 1100}, 6.47},
      {"KF", kK, kF, 0.338, {24.3, 19.5, 18.6}, {24, 21, 22}, 5.35},
      {"KCl", kK, kCl, 0.337, {24.3, 48, 124.5}, {24, 73, 250}, 6.29},
      {"KBr", kK, kBr, 0.335, {24.3, 60, 206}, {24, 99, 470}, 6.60},
      {"KI", kK, kI, 0.355, {24.3, 82, 403}, {24, 156, 1130}, 7.07},
      {"RbF", kRb, kF, 0.328, {59.4, 31, 18.9}, {82, 40, 23}, 5.64},
      {"RbCl", kRb, kCl, 0.318, {59.4, 79, 130}, {82, 134, 260}, 6.58},
      {"RbBr", kRb, kBr, 0.335, {59.4, 99, 215}, {82, 180, 490}, 6.85},
      {"RbI", kRb, kI, 0.337, {59.4, 135, 428}, {82, 280, 1200}, 7.34},
      {"CsF", kCs, kF, 0.282, {152, 52, 19.1}, {278, 78, 23}, 6.01},
  };
  return salts;
}

const Halide& find_halide(std::string_view name) {
  std::string names;
  for (const Halide& salt : halides()) {
    if (salt.name == name) return salt;
    names += fmt::format("{}{}", names.empty() ? "" : ", ", salt.name);
  }
  throw Error(Status::bad_input,
              fmt::format("there is no salt '{}'; the salts are {}", name, names));
}

std::vector<HalidePair> halide_pairs(const Halide& salt) {
  constexpr double kB = 0.338;  // 1e-19 J
  std::vector<HalidePair> pairs;
  for (const HalideIon* i : {&salt.cation, &salt.anion})
    for (const HalideIon* j : {&salt.cation, &salt.anion}) {
      const std::size_t kind = i->charge != j->charge ? 1 : i->charge > 0 ? 0 : 2;
      const double pauling = 1 + i->charge / i->outer + j->charge / j->outer;
      pairs.push_back({pauling * kB / halide_units::kElectronVolt *
                           std::exp((i->radius + j->radius) / salt.rho),
                       1 / salt.rho, salt.c[kind] / halide_units::kElectronVolt,
                       salt.d[kind] / halide_units::kElectronVolt,
                       i->charge * j->charge * halide_units::kCoulomb});
    }
  return pairs;
}

std::vector<double> halide_types(const Halide& salt, const ParticleSet& particles) {
  constexpr double kAway = 0.01;
  std::vector<double> types(particles.size());
  for (std::size_t i = 0; i < types.size(); ++i) {
    const auto is = [&](const HalideIon& ion) {
      return std::abs(particles.mass[i] - ion.mass) <= kAway * ion.mass;
    };
    if (!is(salt.cation) && !is(salt.anion))
      throw Error(
          Status::bad_input,
          fmt::format("particle {} of mass {:g} is not an ion of {}: {} has {:g} u and {} {:g}",
                      particles.id[i], particles.mass[i], salt.name, salt.cation.symbol,
                      salt.cation.mass, salt.anion.symbol, salt.anion.mass));
    types[i] = is(salt.cation) ? 0 : 1;
  }
  return types;
}

ParticleSet halide_crystal(const Halide& salt, std::uint64_t n, std::uint64_t seed, bool periodic,
                           double jitter, double room, double lattice_constant) {
  if (!(room >= 1) || !std::isfinite(room))
    throw Error(Status::bad_input,
                fmt::format("--room is the edge of the box over that of the crystal, at least 1, "
                            "not {:g}",
                            room));
  if (n == 0) throw Error(Status::bad_input, "a crystal needs at least one ion, not n = 0");
  require_host_memory(2 * n * (ParticleSet::bytes_per_particle + sizeof(double)),
                      fmt::format("a crystal of {} ions", n));
  const double constant = lattice_constant > 0 ? lattice_constant : salt.lattice_constant;
  ParticleSet crystal = generate_rock_salt(
      n, seed, periodic, {constant / 2, {salt.cation.mass, salt.anion.mass}, jitter, room});
  crystal.units = "ase";
  return crystal;
}

}  // namespace gputest
