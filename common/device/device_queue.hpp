// The queue of CUDA's and HIP's devices, which gives way to Queue.
#pragma once

#include "common/device/kernel_call.hpp"
#include "common/device/queue.hpp"

namespace gputest {

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
