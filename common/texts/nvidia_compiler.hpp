// NVIDIA's compilers of texts: NVRTC or, where that is not there, nvcc.
#pragma once

#include "common/texts/compiler.hpp"

namespace gputest::texts {

/// The one that is there.
const Compiler& nvidia_compiler();

}  // namespace gputest::texts
