#include "cuda/backend.hpp"

#include <cuda_runtime_api.h>

#include "common/simt/backend.hpp"

#define GT_PLATFORM cuda
#define GT_API(name) cuda##name
#define GT_ARRAY cudaArray

namespace gputest::cuda {

/// Made by the build.
const simt::Launchers& launchers();

namespace {

constexpr const char* kApi = "cuda";
constexpr const char* kPrefix = "cuda";
constexpr const char* kVendor = "NVIDIA";
constexpr const char* kPlatform = "CUDA";
constexpr bool kEmulated = false;

using DeviceProperties = cudaDeviceProp;

std::pair<std::string, std::string> architecture(const DeviceProperties& device) {
  return {"compute capability", std::to_string(device.major) + "." + std::to_string(device.minor)};
}
constexpr const char* kArchitectures = GPUTEST_ARCHITECTURES;
bool has_images(int) { return true; }

void reset_device() { static_cast<void>(cudaDeviceReset()); }

}  // namespace
}  // namespace gputest::cuda

#include "common/simt/backend.inl"
