#include "hip/amd/emulated_device.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>

#include "common/codeobject/typical_device.hpp"
#include "common/core/error.hpp"
#include "common/core/memory_bound.hpp"
#include "common/core/per_thread.hpp"
#include "hip/isa/counter.hpp"
#include "hip/isa/wave.hpp"

namespace gputest::hip_amd {
namespace {

/// The largest size that a descriptor's bits can hold.
constexpr int kMaxImageSide = 1 << 14;

/// The error of this host thread's last failed call.
std::string& last_fault() {
  static const PerThread<std::string> all;
  return all.get();
}

}  // namespace

const std::string& EmulatedDevice::fault() { return last_fault(); }

hipDeviceProp_t EmulatedDevice::properties() const {
  hipDeviceProp_t properties{};
  const std::string name = target_ + ", executed on the processor";
  name.copy(properties.name, sizeof properties.name - 1);
  target_.copy(properties.gcnArchName, sizeof properties.gcnArchName - 1);
  properties.totalGlobalMem = machine_memory();
  properties.sharedMemPerBlock = 64 << 10;
  properties.warpSize = target_.starts_with("gfx1") ? 32 : 64;
  properties.maxThreadsPerBlock = 1024;
  for (int axis = 0; axis < 3; ++axis) {
    properties.maxThreadsDim[axis] = 1024;
    properties.maxGridSize[axis] = 0x7FFF'FFFF;
  }
  properties.multiProcessorCount = static_cast<int>(typical_device(target_).multiprocessors);
  properties.l2CacheSize = 4 << 20;
  if (!target_.starts_with("gfx94"))  // these have no images
    properties.maxTexture2D[0] = properties.maxTexture2D[1] = kMaxImageSide;
  return properties;
}

hipError_t EmulatedDevice::allocate(void** memory, std::size_t bytes) {
  constexpr std::size_t kAlignment = 256;
  const std::size_t size =
      std::max<std::size_t>((bytes + kAlignment - 1) / kAlignment, 1) * kAlignment;
  if (size < bytes || size > machine_memory()) return hipErrorOutOfMemory;
  *memory = std::aligned_alloc(kAlignment, size);
  if (*memory == nullptr) return hipErrorOutOfMemory;
  try {
    auto shadow = std::make_shared<isa::Shadow>(bytes);
    memory_.add(
        {reinterpret_cast<std::uint64_t>(*memory), bytes, true, "an array", std::move(shadow)});
  } catch (const std::bad_alloc&) {
    std::free(*memory);
    return hipErrorOutOfMemory;
  }
  return hipSuccess;
}

void EmulatedDevice::watch(void* memory, std::size_t bytes) {
  if (bytes == 0) return;
  isa::Allocation array = *array_at(memory, bytes);
  array.watched = bytes;
  memory_.add(array);
}

isa::Shadow& EmulatedDevice::shadow(const void* memory, std::uint64_t& offset) {
  const auto address = reinterpret_cast<std::uint64_t>(memory);
  const isa::Allocation& array = memory_.find(address, 1, true);
  offset = address - array.begin;
  return *array.shadow;
}

hipError_t EmulatedDevice::upload(void* to, const void* from, std::size_t bytes) {
  if (!holds(to, bytes)) return hipErrorInvalidValue;
  if (bytes == 0) return hipSuccess;
  std::memcpy(to, from, bytes);
  std::uint64_t offset = 0;
  isa::Shadow& its = shadow(to, offset);
  its.set(offset, bytes, isa::Written::value);
  return hipSuccess;
}

hipError_t EmulatedDevice::download(void* to, const void* from, std::size_t bytes) {
  if (!holds(from, bytes)) return hipErrorInvalidValue;
  if (bytes == 0) return hipSuccess;
  std::memcpy(to, from, bytes);
  std::uint64_t offset = 0;
  const isa::Shadow& its = shadow(from, offset);
  last_fault() = its.blamed(offset, bytes);
  return fault().empty() ? hipSuccess : hipErrorLaunchFailure;
}

hipError_t EmulatedDevice::copy(void* to, const void* from, std::size_t bytes) {
  if (!holds(to, bytes) || !holds(from, bytes)) return hipErrorInvalidValue;
  if (bytes == 0) return hipSuccess;
  std::memcpy(to, from, bytes);
  std::uint64_t offset = 0, other_offset = 0;
  isa::Shadow& its = shadow(to, offset);
  const isa::Shadow& other = shadow(from, other_offset);
  std::memcpy(its.written(offset), other.written(other_offset), bytes);
  return hipSuccess;
}

hipError_t EmulatedDevice::compute(void* to, std::size_t bytes, const void* from,
                                   std::size_t bytes_from) {
  if (!holds(to, bytes) || !holds(from, bytes_from)) return hipErrorInvalidValue;
  std::uint64_t offset = 0, from_offset = 0;
  isa::Shadow& its = shadow(to, offset);
  if (!shadow(from, from_offset).has_value(from_offset, bytes_from)) {
    last_fault() = "the host computes with values that no kernel has written";
    return hipErrorLaunchFailure;
  }
  its.set(offset, bytes, isa::Written::value);
  return hipSuccess;
}

hipError_t EmulatedDevice::fill(void* memory, int byte, std::size_t bytes, bool spoils) {
  if (!holds(memory, bytes)) return hipErrorInvalidValue;
  if (bytes == 0) return hipSuccess;
  std::memset(memory, byte, bytes);
  std::uint64_t offset = 0;
  isa::Shadow& its = shadow(memory, offset);
  its.set(offset, bytes, spoils ? isa::Written::never : isa::Written::value);
  return hipSuccess;
}

hipError_t EmulatedDevice::free(void* memory) {
  if (memory == nullptr) return hipSuccess;
  const isa::Allocation* const array = array_at(memory, 0);
  const auto address = reinterpret_cast<std::uint64_t>(memory);
  if (array == nullptr || array->begin != address) return hipErrorInvalidValue;
  memory_.remove(address);
  std::free(memory);
  return hipSuccess;
}

hipError_t EmulatedDevice::allocate(EmulatedImage** image, std::size_t width, std::size_t height) {
  const auto most = static_cast<std::size_t>(kMaxImageSide);
  if (width == 0 || height == 0 || width > most || height > most) return hipErrorInvalidValue;
  auto made = std::make_unique<EmulatedImage>();
  made->descriptor.width = static_cast<std::uint32_t>(width);
  made->descriptor.height = static_cast<std::uint32_t>(height);
  const hipError_t error = allocate(&made->memory, made->descriptor.pitch() * height);
  if (error != hipSuccess) return error;
  made->descriptor.address = reinterpret_cast<std::uint64_t>(made->memory);
  *image = made.release();
  return hipSuccess;
}

hipError_t EmulatedDevice::free(EmulatedImage* image) {
  if (image == nullptr) return hipSuccess;
  const std::unique_ptr<EmulatedImage> owned(image);
  return free(owned->memory);
}

hipError_t EmulatedDevice::upload(EmulatedImage* image, const void* from, std::size_t row_bytes,
                                  std::size_t rows) {
  const isa::ImageDescriptor& its = image->descriptor;
  if (row_bytes > its.pitch() || rows > its.height) return hipErrorInvalidValue;
  for (std::size_t row = 0; row < rows; ++row) {
    const hipError_t error = upload(static_cast<char*>(image->memory) + row * its.pitch(),
                                    static_cast<const char*>(from) + row * row_bytes, row_bytes);
    if (error != hipSuccess) return error;
  }
  return hipSuccess;
}

hipError_t EmulatedDevice::make_texture(hipTextureObject_t* texture, const EmulatedImage* image) {
  const auto words = isa::encode(image->descriptor, target_);
  const auto sampler = isa::encode(isa::SamplerDescriptor());
  std::uint32_t object[isa::kSamplerWord + sampler.size()] = {};
  std::copy(words.begin(), words.end(), object);
  std::copy(sampler.begin(), sampler.end(), object + isa::kSamplerWord);
  void* memory = nullptr;
  hipError_t error = allocate(&memory, sizeof object);
  if (error == hipSuccess) error = upload(memory, object, sizeof object);
  *texture = static_cast<hipTextureObject_t>(memory);
  return error;
}

hipError_t EmulatedDevice::destroy_texture(hipTextureObject_t texture) {
  return free(static_cast<void*>(texture));
}

const isa::Allocation* EmulatedDevice::array_at(const void* memory, std::size_t bytes) const {
  const isa::Allocation* const found =
      memory_.find_or_null(reinterpret_cast<std::uint64_t>(memory), bytes, true);
  return found != nullptr && found->shadow ? found : nullptr;
}

bool EmulatedDevice::holds(const void* memory, std::size_t bytes) const {
  return array_at(memory, bytes) != nullptr;
}

isa::CodeObject& EmulatedDevice::load(const std::string& code) {
  return *code_objects_.emplace_back(std::make_unique<isa::CodeObject>(code, target_, memory_));
}

hipError_t EmulatedDevice::launch(const isa::Kernel& kernel, simt::Extent grid, simt::Extent block,
                                  void** arguments) {
  try {
    isa::Launch launch;
    launch.kernel = &kernel;
    launch.grid = {grid.x, grid.y, 1};
    launch.block = {block.x, block.y, 1};
    launch.arguments = arguments;
    if (counts_launches_) {
      isa::Counter counter(*launch.kernel, target_);
      isa::run_counted(launch, memory_, target_, counter);
      counts_.add(isa::launch_counts(launch, target_, counter));
    } else {
      isa::run(launch, memory_, target_);
    }
    return hipSuccess;
  } catch (const std::bad_alloc&) {
    return hipErrorOutOfMemory;
  } catch (const Error& error) {
    if (error.status() == Status::out_of_memory) return hipErrorOutOfMemory;
    last_fault() = error.what();
    return hipErrorLaunchFailure;
  } catch (const std::exception& error) {
    last_fault() = error.what();
    return hipErrorLaunchFailure;
  }
}

void EmulatedDevice::count(bool wanted) {
  counts_launches_ = wanted;
  if (wanted) counts_ = {};
}

HeldDevice emulated_device(std::size_t number) {
  static const auto all = [] {
    std::vector<std::unique_ptr<EmulatedDevice>> made;
    for (const auto& target : kEmulatedTargets)
      made.push_back(std::make_unique<EmulatedDevice>(std::string(target)));
    return made;
  }();
  return HeldDevice(*all[number]);
}

}  // namespace gputest::hip_amd
