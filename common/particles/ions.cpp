#include "common/particles/ions.hpp"

#include <random>

namespace gputest {

ParticleSet generate_ions(std::uint64_t n, std::uint64_t seed, bool periodic) {
  constexpr double kJitter = 0.05;
  std::uint64_t edge = 2;
  while (edge * edge * edge < n) edge += 2;
  std::mt19937_64 engine(seed);
  const auto jitter = [&] { return kJitter * (static_cast<double>(engine() >> 11) * 0x1p-52 - 1); };
  ParticleSet ions;
  ions.resize(n);
  ions.charge.resize(n);
  for (std::uint64_t i = 0; i < n; ++i) {
    const std::uint64_t x = i % edge, y = i / edge % edge, z = i / edge / edge;
    ions.x[i] = static_cast<double>(x) + 0.5 + jitter();
    ions.y[i] = static_cast<double>(y) + 0.5 + jitter();
    ions.z[i] = static_cast<double>(z) + 0.5 + jitter();
    const bool even = (x + y + z) % 2 == 0;
    ions.mass[i] = even ? 1 : 1.5;
    ions.charge[i] = even ? 1 : -1;
  }
  const auto length = static_cast<double>(edge);
  ions.box = {{0, 0, 0}, {length, length, length}, {periodic, periodic, periodic}};
  ions.has_box = true;
  return ions;
}

}  // namespace gputest
