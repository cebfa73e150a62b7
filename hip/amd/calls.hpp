// HIP's run-time API and AMD's libraries, on AMD's GPUs.
#pragma once

#include "common/simt/calls.hpp"

namespace gputest::hip_amd {

/// One object for every device.
const simt::Calls& amd_calls();

}  // namespace gputest::hip_amd
