#include "common/many/bisection.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace gputest::many {
namespace {

using Particles = std::vector<std::uint32_t>;

/// The axis along which particles first … last - 1 extend farthest.
std::size_t longest_axis(Particles::iterator first, Particles::iterator last,
                         const PointOf& point_of) {
  std::array<double, 3> low, high;
  low.fill(std::numeric_limits<double>::infinity());
  high.fill(-std::numeric_limits<double>::infinity());
  for (; first != last; ++first) {
    const std::array<double, 3> point = point_of(*first);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      low[axis] = std::min(low[axis], point[axis]);
      high[axis] = std::max(high[axis], point[axis]);
    }
  }
  std::size_t longest = 0;
  for (std::size_t axis = 1; axis < 3; ++axis)
    if (high[axis] - low[axis] > high[longest] - low[longest]) longest = axis;
  return longest;
}

/// Orders the particles so that each device's particles follow those of the device before it.
void bisect(Particles::iterator first, Particles::iterator last, const std::uint64_t* counts,
            std::size_t devices, const PointOf& point_of) {
  if (devices == 1) return;
  const std::size_t half = devices / 2;
  const auto middle =
      first + static_cast<std::ptrdiff_t>(std::accumulate(counts, counts + half, std::uint64_t{0}));
  const std::size_t axis = longest_axis(first, last, point_of);
  std::nth_element(first, middle, last, [&](std::uint32_t a, std::uint32_t b) {
    return std::pair{point_of(a)[axis], a} < std::pair{point_of(b)[axis], b};
  });
  bisect(first, middle, counts, half, point_of);
  bisect(middle, last, counts + half, devices - half, point_of);
}

}  // namespace

std::vector<std::vector<std::uint32_t>> bricks_of(const std::vector<std::uint64_t>& counts,
                                                  const PointOf& point_of) {
  Particles all(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}));
  std::iota(all.begin(), all.end(), 0u);
  bisect(all.begin(), all.end(), counts.data(), counts.size(), point_of);
  std::vector<Particles> bricks;
  auto first = all.begin();
  for (const std::uint64_t count : counts) {
    const auto last = first + static_cast<std::ptrdiff_t>(count);
    std::sort(first, last);
    bricks.emplace_back(first, last);
    first = last;
  }
  return bricks;
}

}  // namespace gputest::many
