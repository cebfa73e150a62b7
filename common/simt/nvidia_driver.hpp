// A safety check of NVIDIA's driver.
#pragma once

#include <string>

namespace gputest::simt {

/// How a query of the driver for devices ends the process, "signal 6 (Aborted)", for example if the
/// driver does not match its kernel module. Empty if it does not end it or there is no driver.
/// Tested once, in a child process (fault_in_rehearsal()), before any other CUDA call.
const std::string& fault_of_nvidia_driver();

}  // namespace gputest::simt
