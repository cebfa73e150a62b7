// A GPU of AMD's that the processor executes the machine code of (hip/isa), with the functions of
// HIP's run-time API that the back end asks for.
#pragma once

#include <hip/hip_runtime.h>

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "common/core/launch_counts.hpp"
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

/// One device. Threads that share it, as those of --devices do, hold it for each call: launches
/// wait for one another, and each is executed by all of the processor's cores.
class EmulatedDevice {
 public:
  explicit EmulatedDevice(std::string target) : target_(std::move(target)) {}

  hipDeviceProp_t properties() const;

  hipError_t allocate(void** memory, std::size_t bytes);
  hipError_t free(void* memory);
  /// No launch may read these bytes at an array's end.
  void watch(void* memory, std::size_t bytes);
  /// Whether the bytes are in one of the device's arrays.
  bool holds(const void* memory, std::size_t bytes) const;

  /// Puts machine code into its memory, for as long as the device is there.
  isa::CodeObject& load(const std::string& code);
  hipError_t launch(const isa::Kernel& kernel, unsigned grid, unsigned block, void** arguments);

  /// Has the launches from now on counted, or no more.
  void count(bool wanted);
  /// What those that were counted did.
  const LaunchCounts& counts() const { return counts_; }

  hipError_t allocate(EmulatedImage** image, std::size_t width, std::size_t height);
  hipError_t free(EmulatedImage* image);
  /// Copies rows of so many bytes from the host.
  hipError_t upload(EmulatedImage* image, const void* from, std::size_t row_bytes,
                    std::size_t rows);
  /// Makes what tex2D() reads the image by: coordinates that count texels, the nearest of them, and
  /// beyond the edges the last.
  hipError_t make_texture(hipTextureObject_t* texture, const EmulatedImage* image);
  hipError_t destroy_texture(hipTextureObject_t texture);

  /// Copies from the host; to the host, which fails where a kernel stored there what nobody wrote.
  hipError_t upload(void* to, const void* from, std::size_t bytes);
  hipError_t download(void* to, const void* from, std::size_t bytes);
  /// From one array to another.
  hipError_t copy(void* to, const void* from, std::size_t bytes);
  /// What the host has computed of one array is in another now: fails where the first has bytes
  /// that nobody wrote.
  hipError_t compute(void* to, std::size_t bytes, const void* from, std::size_t bytes_from);
  /// Fills with a byte. Then the bytes have a value, or, where they are being spoiled, none.
  hipError_t fill(void* memory, int byte, std::size_t bytes, bool spoils);

  /// What this host thread's last call that failed did wrong.
  static const std::string& fault();

 private:
  friend class HeldDevice;
  /// The program's array, not a code object, that holds the bytes; null where none does.
  const isa::Allocation* array_at(const void* memory, std::size_t bytes) const;
  isa::Shadow& shadow(const void* memory, std::uint64_t& offset);

  std::string target_;
  std::mutex mutex_;
  isa::Memory memory_;
  std::vector<std::unique_ptr<isa::CodeObject>> code_objects_;
  bool counts_launches_ = false;
  LaunchCounts counts_;
};

/// A device that no other thread's calls reach as long as this is there.
class HeldDevice {
 public:
  explicit HeldDevice(EmulatedDevice& device) : device_(device), lock_(device.mutex_) {}
  EmulatedDevice* operator->() const { return &device_; }

 private:
  EmulatedDevice& device_;
  std::unique_lock<std::mutex> lock_;
};

/// The device of that number in kEmulatedTargets.
HeldDevice emulated_device(std::size_t number);

}  // namespace gputest::hip_amd
