#include "opencl/queue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "common/core/error.hpp"
#include "opencl/host_side.hpp"
#include "opencl/planned_kernel.hpp"

namespace gputest::opencl {
namespace {

class Buffer : public DeviceMemory {
 public:
  Buffer(const OpenClDevice& device, std::uint64_t bytes) : device_(device), bytes_(bytes) {
    checked(fmt::format("allocating {} bytes on {}", bytes, device.info().id), [&] {
      buffer_ = cl::Buffer(device.context(), CL_MEM_READ_WRITE, std::max<std::uint64_t>(1, bytes));
    });
  }

  void* get() const override { return buffer_(); }
  std::uint64_t bytes() const override { return bytes_; }
  void write(const void* from) override { write_part(0, bytes_, from); }
  void read(void* to) const override { read_part(0, bytes_, to); }
  void write_part(std::uint64_t first, std::uint64_t bytes, const void* from) override {
    if (bytes == 0) return;
    checked("copying to " + device_.info().id,
            [&] { device_.commands().enqueueWriteBuffer(buffer_, CL_TRUE, first, bytes, from); });
  }
  void write_beside(std::uint64_t first, std::uint64_t bytes, const void* from) override {
    if (bytes == 0) return;
    checked("copying to " + device_.info().id, [&] {
      device_.timed_commands().enqueueWriteBuffer(buffer_, CL_TRUE, first, bytes, from);
    });
  }
  void read_part(std::uint64_t first, std::uint64_t bytes, void* to) const override {
    if (bytes == 0) return;
    checked("copying from " + device_.info().id,
            [&] { device_.commands().enqueueReadBuffer(buffer_, CL_TRUE, first, bytes, to); });
  }

 private:
  const OpenClDevice& device_;
  std::uint64_t bytes_;
  cl::Buffer buffer_;
};

class BoundOnQueue : public BoundKernel {
 public:
  BoundOnQueue(const OpenClDevice& device, BoundPasses passes, std::vector<cl::Memory> arrays)
      : device_(device), passes_(std::move(passes)), arrays_(std::move(arrays)) {}

  void enqueue() override { passes_.enqueue(device_.commands()); }
  const LaunchPlan& plan() const override { return passes_.plan(); }

 private:
  const OpenClDevice& device_;
  BoundPasses passes_;
  std::vector<cl::Memory> arrays_;  // among them the plan's scratch
};

/// The buffers of arrays, which must be as many and as long as the shapes say.
void append(const std::string& kernel, const std::vector<ArrayShape>& shapes,
            const std::vector<const DeviceMemory*>& arrays, std::vector<cl::Memory>& buffers) {
  if (arrays.size() != shapes.size())
    throw std::logic_error(fmt::format("{} arrays are bound to {}, where there are {}",
                                       arrays.size(), kernel, shapes.size()));
  for (std::size_t k = 0; k < arrays.size(); ++k) {
    if (shapes[k].is_image() || arrays[k]->bytes() < shapes[k].bytes())
      throw std::logic_error(
          fmt::format("the array bound as {} of {} is too small", shapes[k].name, kernel));
    constexpr bool kRetain = true;
    buffers.emplace_back(cl::Buffer(static_cast<cl_mem>(arrays[k]->get()), kRetain));
  }
}

}  // namespace

std::unique_ptr<DeviceMemory> OpenClQueue::allocate(std::uint64_t bytes) {
  KernelSignature signature;
  signature.scratch = {{"the array", Element::uint32, 1, (bytes + 3) / 4}};
  check_limits(device_.info(), signature);
  return std::make_unique<Buffer>(device_, bytes);
}

std::unique_ptr<BoundKernel> OpenClQueue::bind(const std::string& kernel,
                                               const Configuration& configuration,
                                               const KernelSignature& signature,
                                               const KernelArrays& arrays) {
  const auto source = sources_->find(kernel);
  if (source == sources_->end())
    throw Error(Status::unavailable, fmt::format("opencl has no kernel {}", kernel));
  const PlannedKernel planned(device_, source->second, configuration, signature);
  std::vector<cl::Memory> buffers;
  append(kernel, signature.inputs, arrays.inputs, buffers);
  append(kernel, signature.outputs, arrays.outputs, buffers);
  append(kernel, signature.scratch, arrays.scratch, buffers);
  const std::vector<ArrayShape>& scratch = planned.signature().scratch;
  checked("allocating on " + device_.info().id, [&] {
    for (std::size_t k = signature.scratch.size(); k < scratch.size(); ++k)
      buffers.emplace_back(cl::Buffer(device_.context(), CL_MEM_READ_WRITE, scratch[k].bytes()));
  });
  return std::make_unique<BoundOnQueue>(device_, planned.bind(buffers), std::move(buffers));
}

std::shared_ptr<std::byte> OpenClQueue::pinned_memory(std::uint64_t bytes) {
  std::shared_ptr<HostSide> memory;
  checked("allocating pinned memory for " + device_.info().id,
          [&] { memory = std::make_shared<HostSide>(device_, bytes, MemoryKind::pinned); });
  return {memory, static_cast<std::byte*>(memory->get())};
}

void OpenClQueue::enqueue(const std::vector<BoundKernel*>& sequence, std::uint32_t times) {
  for (std::uint32_t k = 0; k < times; ++k)
    for (BoundKernel* kernel : sequence) kernel->enqueue();
}

void OpenClQueue::synchronize() {
  checked("running on " + device_.info().id, [&] { device_.commands().finish(); });
}

}  // namespace gputest::opencl
