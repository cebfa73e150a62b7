// OpenCL's queue: kernels of opencl/kernels/ over buffers that stay on a device.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "common/device/queue.hpp"
#include "common/opencl/device.hpp"
#include "opencl/planned_kernel.hpp"
#include "opencl/plans.hpp"

namespace gputest::opencl {

/// A queue on the device's commands(): it runs in order with the executions that are enqueued
/// there. Layouts must be buffers; a kernel with an image is refused.
class OpenClQueue : public Queue {
 public:
  /// `sources` are the kernels that bind() can bind.
  OpenClQueue(OpenClDevice& device, std::shared_ptr<const Sources> sources)
      : device_(device), sources_(std::move(sources)) {}

  std::unique_ptr<DeviceMemory> allocate(std::uint64_t bytes) override;
  std::unique_ptr<BoundKernel> bind(const std::string& kernel, const Configuration& configuration,
                                    const KernelSignature& signature,
                                    const KernelArrays& arrays) override;
  std::unique_ptr<DeviceMemory> allocate_array(const ArrayShape& shape, std::uint64_t bytes,
                                               bool read_only) override;
  std::unique_ptr<DeviceMemory> part_of(DeviceMemory& whole, std::uint64_t first,
                                        std::uint64_t bytes) override;
  bool sees_every_access() const override { return device_.info().emulated; }
  void enqueue(const std::vector<BoundKernel*>& sequence, std::uint32_t times) override;
  void synchronize() override;
  std::shared_ptr<std::byte> pinned_memory(std::uint64_t bytes) override;

 private:
  OpenClDevice& device_;
  std::shared_ptr<const Sources> sources_;
};

/// Passes as a kernel of this device's queue; the kernel owns `scratch`.
std::unique_ptr<BoundKernel> make_bound_kernel(OpenClDevice& device, BoundPasses passes,
                                               std::vector<cl::Memory> scratch = {});

}  // namespace gputest::opencl
