// HIP's error codes and the error state of a host thread.
#pragma once

#include <stdexcept>
#include <string>

/// What a HIP call says; names and numbers are HIP's.
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

/// The last error of any call on this host thread, which is then forgotten.
hipError_t hipGetLastError();
/// The last error of any call on this host thread, which stays.
hipError_t hipPeekAtLastError();
/// "hipErrorOutOfMemory"; never null.
const char* hipGetErrorName(hipError_t error);
/// "out of memory"; never null.
const char* hipGetErrorString(hipError_t error);

namespace hip_host {

/// A fault of a kernel that the runtime found. Launching such a kernel gives hipErrorLaunchFailure,
/// and last_launch_message() the sentence.
class KernelFault : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// An extension: why this host thread's last launch failed, in one sentence; empty if it did not.
std::string last_launch_message();

namespace detail {

/// Keeps an error for hipGetLastError and returns it; a success leaves the state as it is.
hipError_t record(hipError_t error);

/// Sets what last_launch_message() tells.
void set_launch_message(std::string sentence);

}  // namespace detail
}  // namespace hip_host
