// Selects the lanes of a wavefront that perform an operation together, and computes its result.
#pragma once

#include <span>

#include "hip/host/thread.hpp"

namespace hip_host::detail {

/// Performs one operation of a wavefront in which no lane can continue. It takes the lanes that
/// wait at one line with one mask, if none of the mask's lanes is missing. It takes the first of
/// several such lines in a file; among lines in different files it takes that of the lowest lane.
/// These lanes are then ready. Returns these lanes, or 0 if no operation is complete.
Lanes complete_wavefront_operation(std::span<Thread> lanes);

}  // namespace hip_host::detail
