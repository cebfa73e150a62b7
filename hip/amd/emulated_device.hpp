// An AMD GPU emulated on the processor by hip/isa, with the functions of HIP's run-time API that
// the back end calls.
#pragma once

#include <hip/hip_runtime.h>

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "common/core/launch_counts.hpp"
#include "common/simt/calls.hpp"
#include "hip/isa/code_object.hpp"
#include "hip/isa/image.hpp"
#include "hip/isa/machine.hpp"
#include "hip/isa/memory.hpp"

namespace gputest::hip_amd {

/// The targets that hip/isa can execute.
inline constexpr auto& kEmulatedTargets = isa::kTargets;

/// A two-dimensional array of float4.
struct EmulatedImage {
  isa::ImageDescriptor descriptor;
  void* memory = nullptr;
};

class HeldDevice;

/// One device. Threads that share it, for example with --devices, hold it during each call. So
/// launches wait for each other, and each runs on all of the processor's cores.
class EmulatedDevice {
 public:
  explicit EmulatedDevice(std::string target) : target_(std::move(target)) {}

  hipDeviceProp_t properties() const;

  hipError_t allocate(void** memory, std::size_t bytes);
  hipError_t free(void* memory);
  /// Forbids launches to read these bytes at an array's end.
  void watch(void* memory, std::size_t bytes);
  /// Whether the bytes are in one of the device's arrays.
  bool holds(const void* memory, std::size_t bytes) const;

  /// Loads machine code into the device's memory, for the lifetime of the device.
  isa::CodeObject& load(const std::string& code);
  hipError_t launch(const isa::Kernel& kernel, simt::Extent grid, simt::Extent block,
                    void** arguments);

  /// Switches the counting of launches on or off.
  void count(bool wanted);
  /// The sums of the counted launches.
  const LaunchCounts& counts() const { return counts_; }

  hipError_t allocate(EmulatedImage** image, std::size_t width, std::size_t height);
  hipError_t free(EmulatedImage* image);
  /// Copies rows of `row_bytes` bytes from the host.
  hipError_t upload(EmulatedImage* image, const void* from, std::size_t row_bytes,
                    std::size_t rows);
  /// Makes the texture that tex2D() reads: coordinates count texels, sampling takes the nearest
  /// texel, and addresses are clamped to the edge.
  hipError_t make_texture(hipTextureObject_t* texture, const EmulatedImage* image);
  hipError_t destroy_texture(hipTextureObject_t texture);

  /// Copies from and to the host. A download fails if a kernel stored undefined values there.
  hipError_t upload(void* to, const void* from, std::size_t bytes);
  hipError_t download(void* to, const void* from, std::size_t bytes);
  /// Copies from one array to another.
  hipError_t copy(void* to, const void* from, std::size_t bytes);
  /// Notes that the host has computed one array from another. Fails if the input has undefined
  /// bytes.
  hipError_t compute(void* to, std::size_t bytes, const void* from, std::size_t bytes_from);
  /// Fills bytes. They are then defined, or undefined if `spoils` is set.
  hipError_t fill(void* memory, int byte, std::size_t bytes, bool spoils);

  /// The error of this host thread's last failed call.
  static const std::string& fault();

 private:
  friend class HeldDevice;
  /// The program's array, not a code object, that holds the bytes; null if there is none.
  const isa::Allocation* array_at(const void* memory, std::size_t bytes) const;
  isa::Shadow& shadow(const void* memory, std::uint64_t& offset);

  std::string target_;
  std::mutex mutex_;
  isa::Memory memory_;
  std::vector<std::unique_ptr<isa::CodeObject>> code_objects_;
  bool counts_launches_ = false;
  LaunchCounts counts_;
};

/// Gives exclusive access to a device for its lifetime.
class HeldDevice {
 public:
  explicit HeldDevice(EmulatedDevice& device) : device_(device), lock_(device.mutex_) {}
  EmulatedDevice* operator->() const { return &device_; }

 private:
  EmulatedDevice& device_;
  std::unique_lock<std::mutex> lock_;
};

/// The device with that number in kEmulatedTargets.
HeldDevice emulated_device(std::size_t number);

}  // namespace gputest::hip_amd
