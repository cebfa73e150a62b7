// How many particles a cluster list puts together.
#pragma once

#include <cstdint>

namespace gputest {

/// Particles that follow each other, against single ones (common/cells/verlet_list.hpp).
inline constexpr std::uint32_t kClusterSize = 4;

}  // namespace gputest
