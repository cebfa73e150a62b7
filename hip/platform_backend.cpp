// The back end of one of HIP's platforms, compiled once for each: see platform.hpp.
#include <hip/hip_runtime.h>

#include "common/simt/backend.hpp"

#define GT_API(name) hip##name
#define GT_ARRAY hipArray

#if defined(GPUTEST_HIP_NVIDIA)
#define GT_PLATFORM hip_nvidia
#else
#define GT_PLATFORM hip_host
#endif

namespace gputest::GT_PLATFORM {

/// Made by the build.
const simt::Launchers& launchers();

namespace {

constexpr const char* kApi = "hip";
#if defined(GPUTEST_HIP_NVIDIA)
constexpr const char* kPrefix = "hip:nvidia";
constexpr const char* kVendor = "NVIDIA";
constexpr const char* kPlatform = "HIP over CUDA";
constexpr bool kEmulated = false;
#else
constexpr const char* kPrefix = "hip:host";
constexpr const char* kVendor = "gputest";
constexpr const char* kPlatform = "HIP on fibers";
constexpr bool kEmulated = true;
#endif

using DeviceProperties = hipDeviceProp_t;

#if defined(GPUTEST_HIP_HOST)
void reset_device() {}
#else
void reset_device() { static_cast<void>(hipDeviceReset()); }
#endif

}  // namespace
}  // namespace gputest::GT_PLATFORM

#include "common/simt/backend.inl"
