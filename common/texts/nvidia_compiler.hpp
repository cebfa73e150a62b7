// NVIDIA's compilers of texts: NVRTC or, if that is missing, nvcc.
#pragma once

#include "common/texts/compiler.hpp"

namespace gputest::texts {

/// The available one.
const Compiler& nvidia_compiler();

}  // namespace gputest::texts
