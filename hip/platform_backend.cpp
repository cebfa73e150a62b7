// The back end of one of HIP's platforms, compiled once for each: see platform.hpp.
#include <hip/hip_runtime.h>

#include "common/simt/backend.hpp"

#define GT_API(name) hip##name
#define GT_ARRAY hipArray

#if defined(GPUTEST_HIP_AMD)
#include "hip/amd/launches.hpp"
#define GT_PLATFORM hip_amd
#elif defined(GPUTEST_HIP_NVIDIA)
#define GT_PLATFORM hip_nvidia
#else
#define GT_PLATFORM hip_host
#endif

namespace gputest::GT_PLATFORM {

/// Made by the build.
const simt::Launchers& launchers();

namespace {

constexpr const char* kApi = "hip";
using DeviceProperties = hipDeviceProp_t;

#if defined(GPUTEST_HIP_AMD)

constexpr const char* kPrefix = "hip:amd";
constexpr const char* kVendor = "AMD";
constexpr const char* kPlatform = "HIP";
constexpr bool kEmulated = false;
constexpr const char* kArchitectures = GPUTEST_ARCHITECTURES;

/// Without what follows a colon: features of the memory system, for which any code will do.
std::pair<std::string, std::string> architecture(const DeviceProperties& device) {
  const std::string name = device.gcnArchName;
  return {"architecture", name.substr(0, name.find(':'))};
}

bool has_images(int device) {
  int has = 0;
  return hipDeviceGetAttribute(&has, hipDeviceAttributeImageSupport, device) == hipSuccess &&
         has != 0;
}

void reset_device() {
  unload_modules();
  static_cast<void>(hipDeviceReset());
}

#elif defined(GPUTEST_HIP_NVIDIA)

constexpr const char* kPrefix = "hip:nvidia";
constexpr const char* kVendor = "NVIDIA";
constexpr const char* kPlatform = "HIP over CUDA";
constexpr bool kEmulated = false;
constexpr const char* kArchitectures = GPUTEST_ARCHITECTURES;

std::pair<std::string, std::string> architecture(const DeviceProperties& device) {
  return {"compute capability", std::to_string(device.major) + "." + std::to_string(device.minor)};
}
bool has_images(int) { return true; }
void reset_device() { static_cast<void>(hipDeviceReset()); }

#else

constexpr const char* kPrefix = "hip:host";
constexpr const char* kVendor = "gputest";
constexpr const char* kPlatform = "HIP on fibers";
constexpr bool kEmulated = true;
constexpr const char* kArchitectures = "the host";

std::pair<std::string, std::string> architecture(const DeviceProperties&) {
  return {"architecture", "the host"};
}
bool has_images(int) { return true; }
void reset_device() {}

#endif

}  // namespace
}  // namespace gputest::GT_PLATFORM

#include "common/simt/backend.inl"
