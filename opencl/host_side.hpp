// Host memory that a device copies to or from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/core/arguments.hpp"
#include "common/opencl/device.hpp"

namespace gputest::opencl {

/// The host's side of a copy: pageable, or pinned by the implementation (CL_MEM_ALLOC_HOST_PTR).
/// The constructor throws cl::Error.
class HostSide {
 public:
  HostSide(const OpenClDevice& device, std::uint64_t bytes, MemoryKind kind)
      : commands_(device.commands()), bytes_(bytes) {
    if (kind == MemoryKind::pinned) {
      pinned_ = cl::Buffer(device.context(), CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes);
      memory_ = commands_.enqueueMapBuffer(pinned_, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes);
    } else {
      pageable_.resize(bytes);
      memory_ = pageable_.data();
    }
  }
  ~HostSide() {
    try {
      if (pinned_() == nullptr) return;
      commands_.enqueueUnmapMemObject(pinned_, memory_);
      commands_.finish();
    } catch (const cl::Error&) {  // the device is lost, with its memory
    }
  }
  HostSide(const HostSide&) = delete;
  HostSide& operator=(const HostSide&) = delete;

  void* get() const { return memory_; }
  std::uint64_t bytes() const { return bytes_; }

 private:
  cl::CommandQueue commands_;
  std::uint64_t bytes_;
  cl::Buffer pinned_;
  std::vector<std::byte> pageable_;
  void* memory_ = nullptr;
};

}  // namespace gputest::opencl
