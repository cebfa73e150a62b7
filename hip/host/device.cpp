#include "hip/host/device.hpp"

#include <algorithm>
#include <string>

#include "common/core/host.hpp"
#include "common/core/memory_bound.hpp"
#include "hip/host/allocations.hpp"
#include "hip/host/limits.hpp"
#include "hip/host/workers.hpp"

using hip_host::detail::record;

namespace {

/// HIP 5.2, the version of Debian 12's headers.
constexpr int kHipVersion = 50200000;

template <std::size_t N>
void copy_text(const std::string& text, char (&field)[N]) {
  const std::size_t length = std::min(text.size(), N - 1);
  std::copy_n(text.data(), length, field);
  field[length] = '\0';
}

}  // namespace

hipError_t hipGetDeviceCount(int* count) {
  if (count == nullptr) return record(hipErrorInvalidValue);
  *count = 1;
  return hipSuccess;
}

hipError_t hipGetDevice(int* device) {
  if (device == nullptr) return record(hipErrorInvalidValue);
  *device = 0;
  return hipSuccess;
}

hipError_t hipSetDevice(int device) {
  return record(device == 0 ? hipSuccess : hipErrorInvalidDevice);
}

hipError_t hipDeviceSynchronize() { return hipSuccess; }

hipError_t hipRuntimeGetVersion(int* version) {
  if (version == nullptr) return record(hipErrorInvalidValue);
  *version = kHipVersion;
  return hipSuccess;
}

hipError_t hipDriverGetVersion(int* version) { return hipRuntimeGetVersion(version); }

hipError_t hipFuncGetAttributes(hipFuncAttributes* attributes, const void* kernel) {
  using namespace hip_host::detail;
  if (attributes == nullptr) return record(hipErrorInvalidValue);
  if (kernel == nullptr) return record(hipErrorInvalidDeviceFunction);
  *attributes = {};
  attributes->maxDynamicSharedSizeBytes = static_cast<int>(kSharedBytesPerBlock);
  attributes->maxThreadsPerBlock = static_cast<int>(kMaxThreadsPerBlock);
  return hipSuccess;
}

namespace hip_host::detail {

hipError_t device_properties(hipDeviceProp_t* properties, int device, int wavefront) {
  if (properties == nullptr) return record(hipErrorInvalidValue);
  if (device != 0) return record(hipErrorInvalidDevice);
  *properties = {};
  copy_text(gputest::cpu_name(), properties->name);
  copy_text("host", properties->gcnArchName);
  properties->totalGlobalMem = gputest::machine_memory();
  properties->sharedMemPerBlock = kSharedBytesPerBlock;
  properties->warpSize = wavefront;
  properties->maxThreadsPerBlock = static_cast<int>(kMaxThreadsPerBlock);
  properties->maxThreadsPerMultiProcessor = static_cast<int>(kMaxThreadsPerBlock);
  properties->multiProcessorCount = processors();
  properties->integrated = 1;
  for (int axis = 0; axis < 3; ++axis) {
    properties->maxThreadsDim[axis] = static_cast<int>(kMaxThreads[axis]);
    properties->maxGridSize[axis] = static_cast<int>(kMaxBlocks[axis]);
  }
  for (int axis = 0; axis < 2; ++axis)
    properties->maxTexture2D[axis] = static_cast<int>(kMaxTexels[axis]);
  return hipSuccess;
}

}  // namespace hip_host::detail
