// The devices hip:gfx906, hip:gfx90a, hip:gfx1030 and hip:gfx942: hip:amd's code, executed by the
// processor.
#pragma once

#include <vector>

#include "hip/platforms.hpp"

namespace gputest::hip_amd {

/// A platform for each target that this program holds code for and hip/isa can execute.
std::vector<hip::Platform> emulated_platforms();

}  // namespace gputest::hip_amd
