// NVIDIA's driver and libraries, for CUDA and for HIP over CUDA.
#pragma once

#include "common/simt/calls.hpp"

namespace gputest::simt {

/// One object for all devices.
const Calls& nvidia_calls();

}  // namespace gputest::simt
