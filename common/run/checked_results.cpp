#include "common/run/checked_results.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "common/core/host.hpp"

namespace gputest {
namespace {

double pairs_per_core(double n) { return n * n / cpu_cores(); }

}  // namespace

bool all_checked(std::uint64_t n, const Checking& checking) {
  constexpr std::uint64_t kAlways = 16384;
  constexpr double kSeconds = 2147483648;  // pairs
  if (n <= kAlways || checking.coverage == Coverage::full) return true;
  return checking.coverage == Coverage::automatic &&
         pairs_per_core(static_cast<double>(n)) <= kSeconds;
}

std::vector<std::uint64_t> results_to_check(std::uint64_t n, const Checking& checking) {
  if (all_checked(n, checking)) {
    std::vector<std::uint64_t> bodies(n);
    std::iota(bodies.begin(), bodies.end(), std::uint64_t{0});
    return bodies;
  }
  constexpr double kSecond = 536870912;  // pairs
  std::uint64_t stride = 64;
  while (pairs_per_core(static_cast<double>(n)) / static_cast<double>(stride) > kSecond)
    stride *= 2;
  std::vector<std::uint64_t> bodies{0, n - 1};
  std::mt19937_64 engine(checking.salt);
  for (std::uint64_t first = 0; first < n; first += stride)
    bodies.push_back(first + engine() % std::min(stride, n - first));
  std::sort(bodies.begin(), bodies.end());
  bodies.erase(std::unique(bodies.begin(), bodies.end()), bodies.end());
  return bodies;
}

}  // namespace gputest
