#include "hip/amd/emulated_backend.hpp"

#include <hip/hip_version.h>

#include "common/cpu/fftw.hpp"
#include "common/device/unwritten.hpp"
#include "common/simt/backend.hpp"
#include "common/simt/gpu_kernels.hpp"
#include "common/simt/own_kernel.hpp"
#include "hip/amd/compilers.hpp"
#include "hip/amd/emulated_calls.hpp"
#include "hip/amd/emulated_device.hpp"
#include "hip/isa/disassembler.hpp"

namespace gputest::hip_amd {

namespace {

/// The functions listed in common/simt/runtime_api.hpp, for the emulated device with that number in
/// kEmulatedTargets.
template <std::size_t K>
struct EmulatedApi {
  using Error = hipError_t;
  using Properties = hipDeviceProp_t;
  using Event = hipEvent_t;
  using Stream = hipStream_t;
  using Texture = hipTextureObject_t;
  using Image = EmulatedImage*;
  static constexpr Error kSuccess = hipSuccess;

  static HeldDevice device() { return emulated_device(K); }

  static const char* message(Error error) {
    static const std::string absence = isa::why_no_disassembler();
    switch (error) {
      case hipErrorSharedObjectInitFailed:
        return absence.c_str();
      case hipErrorLaunchFailure:
        return EmulatedDevice::fault().c_str();
      case hipErrorOutOfMemory:
        return "out of memory";
      case hipErrorNoBinaryForGpu:
        return "there is no code for the target";
      case hipErrorInvalidDeviceFunction:
        return "there is no such kernel";
      default:
        return "invalid value";
    }
  }
  static Error take_last_error() { return hipSuccess; }  // every call returns its error at once

  static Error count(int* devices) {
    *devices = isa::why_no_disassembler().empty() ? 1 : 0;
    return *devices == 0 ? hipErrorSharedObjectInitFailed : hipSuccess;
  }
  static Error properties(Properties* properties, int) {
    *properties = device()->properties();
    return hipSuccess;
  }
  /// The version of the headers that the kernels were compiled with, because there is no driver.
  static Error driver_version(int* version) { return number(version, HIP_VERSION); }
  static Error runtime_version(int* version) { return number(version, HIP_VERSION); }
  static Error select(int) { return hipSuccess; }
  static Error synchronize() { return hipSuccess; }

  static Error allocate(void** memory, std::size_t bytes) {
    return device()->allocate(memory, bytes);
  }
  static Error free(void* memory) { return device()->free(memory); }
  static void watch(void* memory, std::size_t bytes) { device()->watch(memory, bytes); }
  static Error free_memory(std::size_t* free, std::size_t* total) {
    *free = *total = device()->properties().totalGlobalMem;
    return hipSuccess;
  }
  /// Marks bytes as undefined when the back end marks them as unwritten, so that a missing store is
  /// detected.
  static Error fill(void* memory, int byte, std::size_t bytes) {
    return device()->fill(memory, byte, bytes, byte == kUnwrittenByte);
  }
  static Error upload(void* to, const void* from, std::size_t bytes) {
    return device()->upload(to, from, bytes);
  }
  /// The device has no streams.
  static Error make_stream(Stream*) { return hipErrorInvalidValue; }
  static Error destroy(Stream) { return hipErrorInvalidValue; }
  static Error begin_upload(void* to, const void* from, std::size_t bytes, Stream) {
    return upload(to, from, bytes);
  }
  static Error begin_download(void* to, const void* from, std::size_t bytes, Stream) {
    return download(to, from, bytes);
  }
  static Error upload(void* to, const void* from, std::size_t bytes, Stream) {
    return upload(to, from, bytes);
  }
  static Error download(void* to, const void* from, std::size_t bytes) {
    return device()->download(to, from, bytes);
  }
  static Error copy(void* to, const void* from, std::size_t bytes) {
    return device()->copy(to, from, bytes);
  }

  static Error pin(void*, std::size_t) { return hipSuccess; }
  static Error unpin(void*) { return hipSuccess; }
  static Error device_address(void**, void*) {
    return hipErrorInvalidValue;
  }  // the device cannot access
     // host memory

  static Error allocate(Image* image, std::size_t width, std::size_t rows) {
    return device()->allocate(image, width, rows);
  }
  static Error free(Image image) { return device()->free(image); }
  static Error upload(Image to, const void* from, std::size_t row_bytes, std::size_t rows) {
    return device()->upload(to, from, row_bytes, rows);
  }
  static Error make_texture(Texture* texture, Image image) {
    return device()->make_texture(texture, image);
  }
  static Error destroy_texture(Texture texture) { return device()->destroy_texture(texture); }

  // An emulated device has no timing.
  static Error make_event(Event* event) {
    *event = nullptr;
    return hipSuccess;
  }
  static Error make_untimed_event(Event* event) { return make_event(event); }
  static Error destroy(Event) { return hipSuccess; }
  static Error record(Event, Stream) { return hipSuccess; }
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

constexpr const char* kPrefixes[]{"hip:gfx906", "hip:gfx90a", "hip:gfx1030", "hip:gfx942"};

template <std::size_t K>
struct EmulatedPlatform {
  using Api = EmulatedApi<K>;
  using Replay = simt::NoReplay;
  static constexpr const char* kApi = "hip";
  static constexpr const char* kPrefix = kPrefixes[K];
  static constexpr const char* kVendor = "gputest";
  static constexpr const char* kPlatform = "AMD's machine code on the processor";
  static constexpr bool kEmulated = true;
  static constexpr auto kTarget = kEmulatedTargets[K];

  static const simt::KernelTable& kernels() { return gpu::kernels(); }
  static const simt::Calls& calls() { return emulated_calls(K); }
  static std::string why_no_transform(Precision precision) {
    return cpu::why_no_transform(precision);
  }
  static std::string fault() { return ""; }
  static void reset_device() {}
  static simt::Architecture architecture(const hipDeviceProp_t&) {
    return {"architecture", kEmulatedTargets[K], ""};
  }
  static void identify(int, const hipDeviceProp_t&, DeviceInfo&) {}
  static bool has_images(int) { return true; }
  static LaunchCounts counted(const std::function<void()>& launch,
                              const std::function<void()>& before) {
    before();
    Api::device()->count(true);
    try {
      launch();
    } catch (...) {
      Api::device()->count(false);
      throw;
    }
    Api::device()->count(false);
    return Api::device()->counts();  // of one thread
  }
};

template <std::size_t K>
class EmulatedKernel : public simt::SimtKernel<EmulatedPlatform<K>> {
 public:
  using simt::SimtKernel<EmulatedPlatform<K>>::SimtKernel;

  /// None: hip:amd reports the resources that a kernel needs.
  std::vector<std::string> platforms() const override { return {}; }

  std::string slow_reason(const DeviceInfo& device, const Configuration&,
                          std::uint64_t n) const override {
    constexpr std::uint64_t kQuick = 4096;  // a second of a processor for all pairs
    if (n <= kQuick) return "";
    return fmt::format("{} is slow beyond n = {}; name the kernel to run it", device.id, kQuick);
  }
};

/// A user's kernel. Its resources are not known.
template <std::size_t K>
class EmulatedOwnKernel : public simt::OwnSimtKernel<EmulatedPlatform<K>, OwnCompiler> {
 public:
  using simt::OwnSimtKernel<EmulatedPlatform<K>, OwnCompiler>::OwnSimtKernel;
  std::vector<std::string> platforms() const override { return {}; }
};

template <std::size_t K>
hip::Platform emulated_platform() {
  return {kPrefixes[K],
          []() -> std::unique_ptr<Backend> {
            return std::make_unique<simt::SimtBackend<EmulatedPlatform<K>>>();
          },
          [](KernelInfo info) -> std::unique_ptr<Kernel> {
            info.api = "hip";
            const auto& kernel = simt::compiled_kernel<EmulatedPlatform<K>>(info.name());
            return std::make_unique<EmulatedKernel<K>>(std::move(info), kernel);
          },
          &EmulatedPlatform<K>::kernels,
          [](owncode::OwnCode code) -> std::unique_ptr<Kernel> {
            return std::make_unique<EmulatedOwnKernel<K>>(std::move(code));
          }};
}

}  // namespace

std::vector<hip::Platform> emulated_platforms() {
  return {emulated_platform<0>(), emulated_platform<1>(), emulated_platform<2>(),
          emulated_platform<3>()};
}

}  // namespace gputest::hip_amd
