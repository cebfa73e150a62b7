// Work of several kernels over data that stay on a device, in APIs where a kernel is a C++
// function.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "common/device/kernel_call.hpp"

namespace gputest {

/// Memory of a device, which is not initialised. Copies wait for what was launched before.
class DeviceMemory {
 public:
  DeviceMemory() = default;
  virtual ~DeviceMemory() = default;
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;

  /// Its address, as a KernelCall holds it.
  virtual void* get() const = 0;
  virtual std::uint64_t bytes() const = 0;
  /// Copies all of it, from and to host memory of bytes().
  virtual void write(const void* from) = 0;
  virtual void read(void* to) const = 0;
};

/// A device's memory and its kernels by name. What is launched runs in that order. Every call
/// throws Error on failure, as those of Execution do.
class DeviceQueue {
 public:
  virtual ~DeviceQueue() = default;
  virtual std::unique_ptr<DeviceMemory> allocate(std::uint64_t bytes) = 0;
  /// The kernel common/simt/<name>.inl. Throws std::logic_error if there is none.
  virtual KernelFunction find(const std::string& kernel) const = 0;
  /// A call of a kernel with everything but its arrays.
  virtual KernelCall call(const Configuration& configuration,
                          const KernelSignature& shapes) const = 0;
  virtual void launch(KernelFunction function, const KernelCall& call) = 0;
  virtual void synchronize() = 0;
};

}  // namespace gputest
