// The back end of one of HIP's platforms, compiled once for each: see platform.hpp.
#include <hip/hip_runtime.h>

#include <cstdlib>

#include "common/simt/backend.hpp"
#include "common/simt/gpu_kernels.hpp"
#include "common/simt/own_kernel.hpp"
#include "common/simt/runtime_api.hpp"

#if defined(GPUTEST_HIP_AMD)
#include "hip/amd/calls.hpp"
#include "hip/amd/compilers.hpp"
#include "hip/amd/transform.hpp"
#define GPUTEST_PLATFORM hip_amd
#elif defined(GPUTEST_HIP_NVIDIA)
#include "common/simt/nvidia_calls.hpp"
#include "common/simt/nvidia_driver.hpp"
#include "common/simt/nvidia_identity.hpp"
#include "common/simt/nvidia_replay.hpp"
#include "common/simt/nvidia_transform.hpp"
#define GPUTEST_PLATFORM hip_nvidia
#else
#include "common/cpu/fftw.hpp"
#include "hip/host/own_compiler.hpp"
#include "hip/host_calls.hpp"
#define GPUTEST_PLATFORM hip_host
#endif

namespace gputest::GPUTEST_PLATFORM {

#ifdef GPUTEST_HIP_HOST
/// Made by the build.
const simt::KernelTable& kernels();
#else
using gpu::kernels;
#endif

namespace {

GPUTEST_RUNTIME_API(HipApi, hip, hipDeviceProp_t, hipArray)

struct Platform {
  using Api = HipApi;
  static constexpr const char* kApi = "hip";
  static const simt::KernelTable& kernels() { return GPUTEST_PLATFORM::kernels(); }

#if defined(GPUTEST_HIP_AMD)

  using Replay = simt::NoReplay;
  static constexpr const char* kPrefix = "hip:amd";
  static constexpr const char* kVendor = "AMD";
  static constexpr const char* kPlatform = "HIP";
  static constexpr bool kEmulated = false;

  static const simt::Calls& calls() { return amd_calls(); }
  static std::string why_no_transform(Precision) { return hip_amd::why_no_transform(); }
  static std::string fault() {
    return "";
  }  // an error of the API, whose text it is (amd/runtime.cpp)
  static void reset_device() {
    calls().forget_modules();
    static_cast<void>(hipDeviceReset());
  }
  /// Without what follows a colon: features of the memory system, for which any code will do.
  static simt::Architecture architecture(const Api::Properties& device) {
    const std::string name = device.gcnArchName;
    const std::string target = name.substr(0, name.find(':'));
    return {"architecture", target, target};
  }
  static void identify(int, const Api::Properties& device, DeviceInfo& info) {
    info.pci_address = pci_address(static_cast<unsigned>(device.pciDomainID),
                                   static_cast<unsigned>(device.pciBusID),
                                   static_cast<unsigned>(device.pciDeviceID), 0);
  }
  static bool has_images(int device) {
    int has = 0;
    return simt::succeeds<Platform>(
               hipDeviceGetAttribute(&has, hipDeviceAttributeImageSupport, device)) &&
           has != 0;
  }
  static std::string collectives() { return "librccl.so.1"; }

#elif defined(GPUTEST_HIP_NVIDIA)

  using Replay = simt::NvidiaReplay;
  static constexpr const char* kPrefix = "hip:nvidia";
  static constexpr const char* kVendor = "NVIDIA";
  static constexpr const char* kPlatform = "HIP over CUDA";
  static constexpr bool kEmulated = false;

  static const simt::Calls& calls() { return simt::nvidia_calls(); }
  static std::string why_no_transform(Precision) { return simt::nvidia::why_no_transform(); }
  static std::string fault() { return simt::fault_of_nvidia_driver(); }
  static void reset_device() {
    calls().forget_modules();
    static_cast<void>(hipDeviceReset());
  }
  static simt::Architecture architecture(const Api::Properties& device) {
    return simt::compute_capability(device.major, device.minor);
  }
  /// By CUDA, since HIP's properties have no UUID.
  static void identify(int index, const Api::Properties&, DeviceInfo& info) {
    cudaDeviceProp device{};
    if (cudaGetDeviceProperties(&device, index) == cudaSuccess)
      simt::identify_nvidia(device, info);
    else
      static_cast<void>(cudaGetLastError());  // no later launch's error
  }
  static bool has_images(int) { return true; }
  static std::string collectives() { return "libnccl.so.2"; }

#else

  using Replay = simt::NoReplay;
  static constexpr const char* kPrefix = "hip:host";
  static constexpr const char* kVendor = "gputest";
  static constexpr const char* kPlatform = "HIP on fibers";
  static constexpr bool kEmulated = true;

  static const simt::Calls& calls() {
    static const HostCalls all;
    return all;
  }
  static std::string why_no_transform(Precision precision) {
    return cpu::why_no_transform(precision);
  }
  static std::string fault() { return ""; }
  static void reset_device() {}
  static simt::Architecture architecture(const Api::Properties&) {
    return {"architecture", "the host", ""};
  }
  static void identify(int, const Api::Properties&, DeviceInfo&) {}
  static bool has_images(int) { return true; }
  /// Its memory is the host's, which a library of the tests can send.
  static std::string collectives() {
    return std::getenv("GPUTEST_NCCL") == nullptr ? "" : "libnccl.so.2";
  }

#endif
};

}  // namespace

std::unique_ptr<Backend> make_backend() { return std::make_unique<simt::SimtBackend<Platform>>(); }
std::unique_ptr<Kernel> make_kernel(KernelInfo info) {
  return simt::make_kernel<Platform>(std::move(info));
}
#ifndef GPUTEST_HIP_NVIDIA
std::unique_ptr<Kernel> make_own_kernel(owncode::OwnCode code) {
  return std::make_unique<simt::OwnSimtKernel<Platform, OwnCompiler>>(std::move(code));
}
#endif

}  // namespace gputest::GPUTEST_PLATFORM
