#include "hip/host/errors.hpp"

#include <utility>

#include "common/core/per_thread.hpp"

namespace {

struct ErrorText {
  hipError_t code;
  const char* name;
  const char* sentence;
};

constexpr ErrorText kErrors[] = {
    {hipSuccess, "hipSuccess", "no error"},
    {hipErrorInvalidValue, "hipErrorInvalidValue", "invalid argument"},
    {hipErrorOutOfMemory, "hipErrorOutOfMemory", "out of memory"},
    {hipErrorInvalidConfiguration, "hipErrorInvalidConfiguration",
     "invalid configuration argument"},
    {hipErrorInvalidPitchValue, "hipErrorInvalidPitchValue", "invalid pitch argument"},
    {hipErrorInvalidDevicePointer, "hipErrorInvalidDevicePointer", "invalid device pointer"},
    {hipErrorInvalidMemcpyDirection, "hipErrorInvalidMemcpyDirection",
     "invalid copy direction for memcpy"},
    {hipErrorInvalidDeviceFunction, "hipErrorInvalidDeviceFunction", "invalid device function"},
    {hipErrorNoDevice, "hipErrorNoDevice", "no ROCm-capable device is detected"},
    {hipErrorInvalidDevice, "hipErrorInvalidDevice", "invalid device ordinal"},
    {hipErrorInvalidHandle, "hipErrorInvalidHandle", "invalid resource handle"},
    {hipErrorNotReady, "hipErrorNotReady", "device not ready"},
    {hipErrorLaunchFailure, "hipErrorLaunchFailure", "unspecified launch failure"},
    {hipErrorNotSupported, "hipErrorNotSupported", "operation not supported"},
    {hipErrorUnknown, "hipErrorUnknown", "unknown error"},
};

constexpr ErrorText kUnrecognised = {hipErrorUnknown, "hipErrorUnrecognized",
                                     "unrecognized error code"};

const ErrorText& text_of(hipError_t code) {
  for (const ErrorText& error : kErrors)
    if (error.code == code) return error;
  return kUnrecognised;
}

constinit thread_local hipError_t last_error = hipSuccess;

/// The message of a thread's last launch.
const gputest::PerThread<std::string>& launch_messages() {
  static const gputest::PerThread<std::string> messages;
  return messages;
}

}  // namespace

hipError_t hipGetLastError() { return std::exchange(last_error, hipSuccess); }
hipError_t hipPeekAtLastError() { return last_error; }
const char* hipGetErrorName(hipError_t error) { return text_of(error).name; }
const char* hipGetErrorString(hipError_t error) { return text_of(error).sentence; }

namespace hip_host {

std::string last_launch_message() {
  const std::string* const message = launch_messages().find();
  return message == nullptr ? "" : *message;
}

namespace detail {

hipError_t record(hipError_t error) {
  if (error != hipSuccess) last_error = error;
  return error;
}

void set_launch_message(std::string sentence) {
  if (sentence.empty() && launch_messages().find() == nullptr) return;
  launch_messages().get() = std::move(sentence);
}

}  // namespace detail
}  // namespace hip_host
