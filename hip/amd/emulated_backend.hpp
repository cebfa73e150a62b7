// The devices hip:gfx906, hip:gfx90a, hip:gfx1030 and hip:gfx942: the processor executes hip:amd's
// code.
#pragma once

#include <vector>

#include "hip/platforms.hpp"

namespace gputest::hip_amd {

/// A platform for each target that hip/isa can execute and that this program has code for.
std::vector<hip::Platform> emulated_platforms();

}  // namespace gputest::hip_amd
