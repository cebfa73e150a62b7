// Explains why the threads of a block cannot continue.
#pragma once

#include <span>
#include <string>

#include "hip/host/thread.hpp"

namespace hip_host::detail {

/// One sentence that names the block and says how many of its threads wait where or have returned.
std::string describe_divergence(uint3 block, std::span<const Thread> threads);

}  // namespace hip_host::detail
