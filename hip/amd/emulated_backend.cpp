#include "hip/amd/emulated_backend.hpp"

#include <hip/hip_version.h>

#include <cstring>

#include "common/simt/backend.hpp"
#include "hip/amd/emulated_device.hpp"
#include "hip/isa/disassembler.hpp"

namespace gputest::hip_amd {

/// Made by the build.
const simt::KernelTable& kernels();

namespace {

/// The functions that common/simt/runtime_api.hpp lists, of the emulated device of that number in
/// kEmulatedTargets.
template <std::size_t K>
struct EmulatedApi {
  using Error = hipError_t;
  using Properties = hipDeviceProp_t;
  using Event = hipEvent_t;
  using Texture = hipTextureObject_t;
  using Image = hipArray*;
  static constexpr Error kSuccess = hipSuccess;

  static EmulatedDevice& device() { return emulated_device(kEmulatedTargets[K]); }

  static const char* message(Error error) {
    static const std::string absence = isa::why_no_disassembler();
    switch (error) {
      case hipErrorSharedObjectInitFailed:
        return absence.c_str();
      case hipErrorLaunchFailure:
        return device().fault().c_str();
      case hipErrorOutOfMemory:
        return "out of memory";
      case hipErrorNoBinaryForGpu:
        return "there is no code for the target";
      case hipErrorInvalidDeviceFunction:
        return "there is no such kernel";
      case hipErrorNotSupported:
        return "textures are not implemented";
      default:
        return "invalid value";
    }
  }
  static Error take_last_error() { return take_launch_error(); }

  static Error count(int* devices) {
    *devices = isa::why_no_disassembler().empty() ? 1 : 0;
    return *devices == 0 ? hipErrorSharedObjectInitFailed : hipSuccess;
  }
  static Error properties(Properties* properties, int) {
    *properties = device().properties();
    return hipSuccess;
  }
  /// Of the headers that the kernels were compiled with, as there is no driver.
  static Error driver_version(int* version) { return number(version, HIP_VERSION); }
  static Error runtime_version(int* version) { return number(version, HIP_VERSION); }
  static Error select(int) {
    device().use();
    return hipSuccess;
  }
  static Error synchronize() { return hipSuccess; }

  static Error allocate(void** memory, std::size_t bytes) {
    return device().allocate(memory, bytes);
  }
  static Error free(void* memory) { return device().free(memory); }
  static Error free_memory(std::size_t* free, std::size_t* total) {
    *free = *total = device().properties().totalGlobalMem;
    return hipSuccess;
  }
  static Error fill(void* memory, int byte, std::size_t bytes) {
    if (!device().holds(memory, bytes)) return hipErrorInvalidValue;
    std::memset(memory, byte, bytes);
    return hipSuccess;
  }
  static Error upload(void* to, const void* from, std::size_t bytes) {
    if (!device().holds(to, bytes)) return hipErrorInvalidValue;
    std::memcpy(to, from, bytes);
    return hipSuccess;
  }
  static Error download(void* to, const void* from, std::size_t bytes) {
    if (!device().holds(from, bytes)) return hipErrorInvalidValue;
    std::memcpy(to, from, bytes);
    return hipSuccess;
  }

  static Error pin(void*, std::size_t) { return hipSuccess; }
  static Error unpin(void*) { return hipSuccess; }

  static Error allocate(Image*, std::size_t, std::size_t) { return hipErrorNotSupported; }
  static Error free(Image) { return hipSuccess; }
  static Error upload(Image, const void*, std::size_t, std::size_t) { return hipErrorNotSupported; }
  static Error make_texture(Texture*, Image) { return hipErrorNotSupported; }
  static Error destroy_texture(Texture) { return hipSuccess; }

  // An emulated device has no times.
  static Error make_event(Event* event) {
    *event = nullptr;
    return hipSuccess;
  }
  static Error destroy(Event) { return hipSuccess; }
  static Error record(Event) { return hipSuccess; }
  static Error wait(Event) { return hipSuccess; }
  static Error elapsed(float* milliseconds, Event, Event) {
    *milliseconds = 0;
    return hipSuccess;
  }

 private:
  static Error number(int* to, int value) {
    *to = value;
    return hipSuccess;
  }
};

constexpr const char* kPrefixes[]{"hip:gfx906", "hip:gfx90a", "hip:gfx1030"};

template <std::size_t K>
struct EmulatedPlatform {
  using Api = EmulatedApi<K>;
  using Replay = simt::NoReplay;
  static constexpr const char* kApi = "hip";
  static constexpr const char* kPrefix = kPrefixes[K];
  static constexpr const char* kVendor = "gputest";
  static constexpr const char* kPlatform = "AMD's machine code on the processor";
  static constexpr bool kEmulated = true;
  static constexpr const char* kArchitectures = GPUTEST_ARCHITECTURES;

  static const simt::KernelTable& kernels() { return hip_amd::kernels(); }
  static std::string fault() { return ""; }
  static void reset_device() {}
  static simt::Architecture architecture(const hipDeviceProp_t&) {
    return {"architecture", kEmulatedTargets[K], ""};
  }
  static std::string symbol(const void*) { return ""; }  // hip:amd's
  static void identify(int, const hipDeviceProp_t&, DeviceInfo&) {}
  static bool has_images(int) { return false; }
};

template <std::size_t K>
class EmulatedKernel : public simt::SimtKernel<EmulatedPlatform<K>> {
 public:
  using simt::SimtKernel<EmulatedPlatform<K>>::SimtKernel;

  /// None: what it takes of a GPU is hip:amd's.
  std::vector<std::string> platforms() const override { return {}; }

  std::string skip_reason(const DeviceInfo& device, const Configuration& configuration,
                          std::uint64_t) const override {
    if (configuration.layout != "image2d") return "";
    return fmt::format("{} has no textures: image instructions are not implemented", device.id);
  }

  std::string slow_reason(const DeviceInfo& device, const Configuration&,
                          std::uint64_t n) const override {
    constexpr std::uint64_t kQuick = 4096;  // a second of a processor for all pairs
    if (n <= kQuick) return "";
    return fmt::format("{} is slow beyond n = {}: it runs where its kernel is named", device.id,
                       kQuick);
  }
};

template <std::size_t K>
hip::Platform emulated_platform() {
  return {kPrefixes[K],
          []() -> std::unique_ptr<Backend> {
            return std::make_unique<simt::SimtBackend<EmulatedPlatform<K>>>();
          },
          [](KernelInfo info) -> std::unique_ptr<Kernel> {
            info.api = "hip";
            const simt::BindFunction bind =
                simt::compiled_kernel<EmulatedPlatform<K>>(info.name()).bind;
            return std::make_unique<EmulatedKernel<K>>(std::move(info), bind);
          },
          &EmulatedPlatform<K>::kernels};
}

bool is_compiled_for(std::string_view target) {
  const std::string all = std::string(", ") + GPUTEST_ARCHITECTURES + ",";
  return all.find(" " + std::string(target) + ",") != all.npos;
}

}  // namespace

std::vector<hip::Platform> emulated_platforms() {
  std::vector<hip::Platform> platforms;
  if (is_compiled_for(kEmulatedTargets[0])) platforms.push_back(emulated_platform<0>());
  if (is_compiled_for(kEmulatedTargets[1])) platforms.push_back(emulated_platform<1>());
  if (is_compiled_for(kEmulatedTargets[2])) platforms.push_back(emulated_platform<2>());
  return platforms;
}

}  // namespace gputest::hip_amd
