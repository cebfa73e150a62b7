// Whether NVIDIA's driver can be asked for devices at all.
#pragma once

#include <string>

namespace gputest::simt {

/// What ends a process that asks the driver for devices, "signal 6 (Aborted)", as a driver may that
/// does not fit its kernel; empty where nothing does, or there is no driver. Found out once, in a
/// child process (fault_in_rehearsal()), before any other call of CUDA's.
const std::string& fault_of_nvidia_driver();

}  // namespace gputest::simt
