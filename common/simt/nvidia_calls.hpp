// NVIDIA's driver and libraries, for CUDA and for HIP over CUDA.
#pragma once

#include "common/simt/calls.hpp"

namespace gputest::simt {

/// One for every device.
const Calls& nvidia_calls();

}  // namespace gputest::simt
