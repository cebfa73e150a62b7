#include "cuda/backend.hpp"

#include <cuda_runtime_api.h>

#include "common/simt/backend.hpp"
#include "common/simt/gpu_kernels.hpp"
#include "common/simt/nvidia_calls.hpp"
#include "common/simt/nvidia_counts.hpp"
#include "common/simt/nvidia_driver.hpp"
#include "common/simt/nvidia_identity.hpp"
#include "common/simt/nvidia_replay.hpp"
#include "common/simt/nvidia_transform.hpp"
#include "common/simt/own_kernel.hpp"
#include "common/simt/runtime_api.hpp"
#include "cuda/own_compiler.hpp"

namespace gputest::cuda {
namespace {

GPUTEST_RUNTIME_API(CudaApi, cuda, cudaDeviceProp, cudaArray)

struct Platform {
  using Api = CudaApi;
  using Replay = simt::NvidiaReplay;
  static constexpr const char* kApi = "cuda";
  static constexpr const char* kPrefix = "cuda";
  static constexpr const char* kVendor = "NVIDIA";
  static constexpr const char* kPlatform = "CUDA";
  static constexpr bool kEmulated = false;

  static const simt::KernelTable& kernels() { return gpu::kernels(); }
  static const simt::Calls& calls() { return simt::nvidia_calls(); }
  static std::string why_no_transform(Precision) { return simt::nvidia::why_no_transform(); }
  static std::string fault() { return simt::fault_of_nvidia_driver(); }
  static void reset_device() {
    calls().forget_modules();
    static_cast<void>(cudaDeviceReset());
  }
  static simt::Architecture architecture(const Api::Properties& device) {
    return simt::compute_capability(device.major, device.minor);
  }
  static void identify(int, const Api::Properties& device, DeviceInfo& info) {
    simt::identify_nvidia(device, info);
  }
  static bool has_images(int) { return true; }
  static std::string collectives() { return "libnccl.so.2"; }
  static LaunchCounts counted(const std::function<void()>& launch,
                              const std::function<void()>& before) {
    return simt::count_on_nvidia(launch, before);
  }
};

}  // namespace

std::unique_ptr<Backend> make_backend() { return std::make_unique<simt::SimtBackend<Platform>>(); }
std::unique_ptr<Kernel> make_kernel(KernelInfo info) {
  return simt::make_kernel<Platform>(std::move(info));
}

std::unique_ptr<Kernel> make_own_kernel(owncode::OwnCode code) {
  return std::make_unique<simt::OwnSimtKernel<Platform, OwnCompiler>>(std::move(code));
}

}  // namespace gputest::cuda
