// Pair forces over neighbour lists, shared by several devices.
#pragma once

#include <memory>

#include "common/many/sharing.hpp"

namespace gputest::many {

/// lj_unrolled on every device, each with the particles of a brick (bricks_of()) and, as its
/// ghosts, what their lists name beside these; on the processor, which has no lj_unrolled, lj_simd.
KernelInfo shared_lj_info();
std::unique_ptr<Sharing> lj_sharing();

}  // namespace gputest::many
