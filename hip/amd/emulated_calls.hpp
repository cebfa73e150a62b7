// The calls of a Binding's passes for an emulated AMD GPU.
#pragma once

#include <cstddef>

#include "common/simt/calls.hpp"

namespace gputest::hip_amd {

/// The calls for the device with that number in kEmulatedTargets. Launches block.
const simt::Calls& emulated_calls(std::size_t number);

}  // namespace gputest::hip_amd
