#include "common/particles/few_masses.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace gputest {

FewMasses with_few_masses(const ParticleSet& particles, std::uint64_t seed) {
  FewMasses few{particles, {}};
  const std::uint64_t n = particles.size();
  double whole = 0;
  for (double& mass : few.particles.mass) {
    whole += std::abs(mass);
    mass = 0;
  }
  if (n == 0) return few;
  std::mt19937_64 engine(seed);
  for (std::uint64_t k = 0; k < std::min(n, kFewMasses); ++k) few.heavy.push_back(engine() % n);
  std::sort(few.heavy.begin(), few.heavy.end());
  few.heavy.erase(std::unique(few.heavy.begin(), few.heavy.end()), few.heavy.end());
  std::uniform_real_distribution<double> share(0.5, 1);
  for (const std::uint64_t i : few.heavy)
    few.particles.mass[i] = whole / static_cast<double>(kFewMasses) * share(engine);
  return few;
}

}  // namespace gputest
