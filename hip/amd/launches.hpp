// How the kernels of rocPRIM, which hipcc compiled, are launched, over HIP's module functions.
//
// The host code that hipcc makes hands each object file's code objects to __hipRegisterFatBinary
// before main() and launches with hipLaunchKernel. Both are defined here rather than taken from
// AMD's library: the program starts without that library, a code object is loaded when a kernel of
// it is first launched, and one that lacks the device's architecture is an error of that launch
// alone, where the library ends the program.
#pragma once

#include <hip/hip_runtime_api.h>

namespace gputest::hip_amd {

/// Why this host thread's last launch failed, which is then forgotten; hipSuccess if it did not.
hipError_t take_launch_error();

/// Unloads every code object, as a reset of the device requires.
void unload_modules();

}  // namespace gputest::hip_amd
