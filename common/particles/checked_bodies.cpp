#include "common/particles/checked_bodies.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gputest {

bool all_checked(std::uint64_t n) { return n <= 16384; }

std::vector<std::uint64_t> bodies_to_check(std::uint64_t n) {
  std::vector<std::uint64_t> bodies;
  if (all_checked(n)) {
    bodies.resize(n);
    std::iota(bodies.begin(), bodies.end(), std::uint64_t{0});
    return bodies;
  }
  constexpr double kPairs = 536870912;
  constexpr std::uint64_t kEnds = 64;
  constexpr double kGoldenRatio = 0.6180339887498949;  // Weyl's sequence: even, and no period
  for (std::uint64_t k = 0; k < kEnds; ++k) {
    bodies.push_back(k);
    bodies.push_back(n - 1 - k);
  }
  const auto total = static_cast<double>(n);
  const auto spread = static_cast<std::uint64_t>(std::max(1024.0, kPairs / total));
  for (std::uint64_t k = 1; k <= spread; ++k) {
    const double turn = static_cast<double>(k) * kGoldenRatio;
    bodies.push_back(
        std::min(n - 1, static_cast<std::uint64_t>((turn - std::floor(turn)) * total)));
  }
  std::sort(bodies.begin(), bodies.end());
  bodies.erase(std::unique(bodies.begin(), bodies.end()), bodies.end());
  return bodies;
}

}  // namespace gputest
