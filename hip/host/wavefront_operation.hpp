// Which lanes of a wavefront carry out an operation together, and with what result.
#pragma once

#include <span>

#include "hip/host/thread.hpp"

namespace hip_host::detail {

/// Carries out one operation of a wavefront none of whose lanes can continue: that of the lanes
/// that wait at one line with one mask, of which none is missing; of several such lines the first
/// in its file, and of lines in several files that of the lowest lane. Those lanes are then ready.
/// Returns which they are: 0 if no operation is complete.
Lanes complete_wavefront_operation(std::span<Thread> lanes);

}  // namespace hip_host::detail
