// The number of particles per cluster of a cluster list.
#pragma once

#include <cstdint>

namespace gputest {

/// Consecutive particles that share a list of single particles (common/cells/verlet_list.hpp).
inline constexpr std::uint32_t kClusterSize = 4;

}  // namespace gputest
