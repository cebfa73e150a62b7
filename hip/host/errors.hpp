// HIP's error codes and the error state of a host thread.
#pragma once

#include <stdexcept>
#include <string>

/// The result of a HIP call; names and numbers are HIP's.
enum [[nodiscard]] hipError_t{
    hipSuccess = 0,
    hipErrorInvalidValue = 1,
    hipErrorOutOfMemory = 2,
    hipErrorMemoryAllocation = 2,
    hipErrorInvalidConfiguration = 9,
    hipErrorInvalidPitchValue = 12,
    hipErrorInvalidDevicePointer = 17,
    hipErrorInvalidMemcpyDirection = 21,
    hipErrorInvalidDeviceFunction = 98,
    hipErrorNoDevice = 100,
    hipErrorInvalidDevice = 101,
    hipErrorInvalidHandle = 400,
    hipErrorNotReady = 600,
    hipErrorLaunchFailure = 719,
    hipErrorNotSupported = 801,
    hipErrorUnknown = 999,
};

/// Returns the last error of any call on this host thread, and clears it.
hipError_t hipGetLastError();
/// Returns the last error of any call on this host thread, without clearing it.
hipError_t hipPeekAtLastError();
/// "hipErrorOutOfMemory"; never null.
const char* hipGetErrorName(hipError_t error);
/// "out of memory"; never null.
const char* hipGetErrorString(hipError_t error);

namespace hip_host {

/// A fault of a kernel that the runtime found. The launch returns hipErrorLaunchFailure, and
/// last_launch_message() gives the sentence.
class KernelFault : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// An extension: why this host thread's last launch failed, in one sentence; empty if it succeeded.
std::string last_launch_message();

namespace detail {

/// Keeps an error for hipGetLastError and returns it; a success does not change the state.
hipError_t record(hipError_t error);

/// Sets the result of last_launch_message().
void set_launch_message(std::string sentence);

}  // namespace detail
}  // namespace hip_host
