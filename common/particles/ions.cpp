#include "common/particles/ions.hpp"

#include <random>

namespace gputest {

ParticleSet generate_rock_salt(std::uint64_t n, std::uint64_t seed, bool periodic,
                               const RockSalt& crystal) {
  std::uint64_t edge = 2;
  while (edge * edge * edge < n) edge += 2;
  std::mt19937_64 engine(seed);
  const auto jitter = [&] {
    return crystal.jitter * (static_cast<double>(engine() >> 11) * 0x1p-52 - 1);
  };
  const double of_crystal = static_cast<double>(edge) * crystal.spacing;
  const double length = of_crystal * crystal.room, first = (length - of_crystal) / 2;
  const auto place = [&](std::uint64_t k) {
    return crystal.spacing * (static_cast<double>(k) + 0.5 + jitter()) + first;
  };
  ParticleSet ions;
  ions.resize(n);
  ions.charge.resize(n);
  for (std::uint64_t i = 0; i < n; ++i) {
    const std::uint64_t x = i % edge, y = i / edge % edge, z = i / edge / edge;
    ions.x[i] = place(x);
    ions.y[i] = place(y);
    ions.z[i] = place(z);
    const bool even = (x + y + z) % 2 == 0;
    ions.mass[i] = crystal.mass[even ? 0 : 1];
    ions.charge[i] = even ? 1 : -1;
  }
  ions.box = {{0, 0, 0}, {length, length, length}, {periodic, periodic, periodic}};
  ions.has_box = true;
  return ions;
}

ParticleSet generate_ions(std::uint64_t n, std::uint64_t seed, bool periodic) {
  return generate_rock_salt(n, seed, periodic, {1, {1, 1.5}, 0.05, 1});
}

}  // namespace gputest
