// Divides particles among devices by planes.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

namespace gputest::many {

using PointOf = std::function<std::array<double, 3>(std::uint32_t particle)>;

/// Assigns counts[k] of the particles 0, 1, … to device k, in ascending order, within a brick. The
/// particles are halved across the longest edge of their box, each half for half of the devices,
/// and so on (orthogonal recursive bisection: Berger and Bokhari 1987, IEEE Trans. Comput. C-36,
/// 570).
std::vector<std::vector<std::uint32_t>> bricks_of(const std::vector<std::uint64_t>& counts,
                                                  const PointOf& point_of);

}  // namespace gputest::many
