// What the passes of a Binding ask of a GPU of AMD's that the processor executes the machine code
// of.
#pragma once

#include <cstddef>

#include "common/simt/calls.hpp"

namespace gputest::hip_amd {

/// Those of the device of that number in kEmulatedTargets. A launch has ended when it returns.
const simt::Calls& emulated_calls(std::size_t number);

}  // namespace gputest::hip_amd
