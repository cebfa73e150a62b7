#include "opencl/queue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <utility>

#include "common/core/error.hpp"
#include "opencl/host_side.hpp"
#include "opencl/planned_kernel.hpp"

namespace gputest::opencl {
namespace {

class Buffer : public DeviceMemory {
 public:
  Buffer(const OpenClDevice& device, std::uint64_t bytes, cl_mem_flags flags = CL_MEM_READ_WRITE)
      : device_(device), bytes_(bytes) {
    checked(fmt::format("allocating {} bytes on {}", bytes, device.info().id), [&] {
      buffer_ = cl::Buffer(device.context(), flags, std::max<std::uint64_t>(1, bytes));
    });
  }
  /// A part of other memory.
  Buffer(const Buffer& whole, std::uint64_t first, std::uint64_t bytes)
      : device_(whole.device_), bytes_(bytes) {
    checked(fmt::format("allocating {} bytes on {}", bytes, device_.info().id), [&] {
      const cl_buffer_region region{first, std::max<std::uint64_t>(1, bytes)};
      buffer_ = cl::Buffer(whole.buffer_).createSubBuffer(0, CL_BUFFER_CREATE_TYPE_REGION, &region);
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
  /// Fills in parts, each from its own beginning: NVIDIA's driver only uses 32 bits of an offset.
  void fill(unsigned char byte) override {
    constexpr std::uint64_t kPart = 1 << 30;
    checked("filling memory of " + device_.info().id, [&] {
      const cl::CommandQueue& commands = device_.commands();
      if (bytes_ <= kPart) {
        commands.enqueueFillBuffer(buffer_, cl_uchar{byte}, 0, bytes_);
        return;
      }
      for (std::uint64_t from = 0; from < bytes_; from += kPart) {
        const cl_buffer_region region{from, std::min(kPart, bytes_ - from)};
        cl::Buffer part = buffer_.createSubBuffer(0, CL_BUFFER_CREATE_TYPE_REGION, &region);
        commands.enqueueFillBuffer(part, cl_uchar{byte}, 0, region.size);
      }
    });
  }
  void copy(const DeviceMemory& other) override {
    constexpr bool kRetain = true;
    checked("filling memory of " + device_.info().id, [&] {
      device_.commands().enqueueCopyBuffer(cl::Buffer(static_cast<cl_mem>(other.get()), kRetain),
                                           buffer_, 0, 0, bytes_);
    });
  }

 private:
  const OpenClDevice& device_;
  std::uint64_t bytes_;
  cl::Buffer buffer_;
};

/// A 2D resource, a FLOAT_4 image that kernels read.
class Image : public ImageMemory {
 public:
  Image(const OpenClDevice& device, const ArrayShape& shape) : device_(device), shape_(shape) {
    checked("allocating on " + device.info().id, [&] {
      image_ = cl::Image2D(device.context(), CL_MEM_READ_ONLY, cl::ImageFormat(CL_RGBA, CL_FLOAT),
                           shape.image_width, shape.image_height());
    });
  }

  void* get() const override { return image_(); }
  std::uint64_t bytes() const override { return shape_.bytes(); }
  void write(const void* from) override {
    checked("copying to " + device_.info().id, [&] {
      device_.commands().enqueueWriteImage(
          image_, CL_TRUE, {0, 0, 0}, {shape_.image_width, shape_.image_height(), 1}, 0, 0, from);
    });
  }

 private:
  const OpenClDevice& device_;
  ArrayShape shape_;
  cl::Image2D image_;
};

/// Host memory that copies of a launch read or write.
class HostMemory : public DeviceMemory {
 public:
  HostMemory(const OpenClDevice& device, const ArrayShape& shape) : device_(device) {
    checked("allocating on " + device.info().id,
            [&] { side_.emplace(device, shape.bytes(), shape.memory); });
  }

  void* get() const override { return side_->get(); }
  std::uint64_t bytes() const override { return side_->bytes(); }
  void write(const void* from) override { write_part(0, bytes(), from); }
  void read(void* to) const override { read_part(0, bytes(), to); }
  void write_part(std::uint64_t first, std::uint64_t bytes, const void* from) override {
    std::memcpy(at(first), from, bytes);
  }
  void read_part(std::uint64_t first, std::uint64_t bytes, void* to) const override {
    std::memcpy(to, at(first), bytes);
  }
  void fill(unsigned char byte) override { std::memset(at(0), byte, bytes()); }
  void copy(const DeviceMemory& other) override { std::memcpy(at(0), other.get(), bytes()); }

 private:
  /// Waits until no copy uses the memory.
  std::byte* at(std::uint64_t first) const {
    checked("running on " + device_.info().id, [&] { device_.commands().finish(); });
    return static_cast<std::byte*>(get()) + first;
  }

  const OpenClDevice& device_;
  std::optional<HostSide> side_;
};

class BoundOnQueue : public BoundKernel {
 public:
  /// `scratch` is the plan's.
  BoundOnQueue(OpenClDevice& device, BoundPasses passes, std::vector<cl::Memory> scratch)
      : device_(device), passes_(std::move(passes)), scratch_(std::move(scratch)) {}

  void enqueue() override { passes_.enqueue(device_.commands()); }
  const LaunchPlan& plan() const override { return passes_.plan(); }
  std::optional<KernelText> text() const override { return passes_.text(); }

  std::optional<double> event_seconds() override {
    std::optional<double> seconds;
    checked("timing on " + device_.info().id, [&] {
      std::vector<cl::Event> events;
      passes_.enqueue(device_.timed_commands(), &events);
      device_.timed_commands().finish();
      seconds = seconds_of(events.front(), events.back());
    });
    return seconds;
  }
  std::vector<PassTime> pass_times() override { return passes_.times(device_.timed_commands()); }
  void flush_cache() override { device_.flush_cache(); }

 private:
  OpenClDevice& device_;
  BoundPasses passes_;
  std::vector<cl::Memory> scratch_;
};

/// Appends the buffers of arrays. Their number and sizes must match the shapes.
void append(const std::string& kernel, const std::vector<ArrayShape>& shapes,
            const std::vector<const DeviceMemory*>& arrays, std::vector<cl::Memory>& buffers) {
  if (arrays.size() != shapes.size())
    throw std::logic_error(fmt::format("{} arrays are bound to {}, which has {}", arrays.size(),
                                       kernel, shapes.size()));
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
  std::vector<cl::Memory> own;
  checked("allocating on " + device_.info().id, [&] {
    for (std::size_t k = signature.scratch.size(); k < scratch.size(); ++k)
      own.emplace_back(cl::Buffer(device_.context(), CL_MEM_READ_WRITE, scratch[k].bytes()));
  });
  buffers.insert(buffers.end(), own.begin(), own.end());
  return make_bound_kernel(device_, planned.bind(buffers), std::move(own));
}

std::unique_ptr<BoundKernel> make_bound_kernel(OpenClDevice& device, BoundPasses passes,
                                               std::vector<cl::Memory> scratch) {
  return std::make_unique<BoundOnQueue>(device, std::move(passes), std::move(scratch));
}

std::unique_ptr<DeviceMemory> OpenClQueue::allocate_array(const ArrayShape& shape,
                                                          std::uint64_t bytes, bool read_only) {
  if (shape.is_image()) return std::make_unique<Image>(device_, shape);
  if (shape.is_on_host()) return std::make_unique<HostMemory>(device_, shape);
  return std::make_unique<Buffer>(device_, bytes, read_only ? CL_MEM_READ_ONLY : CL_MEM_READ_WRITE);
}

std::unique_ptr<DeviceMemory> OpenClQueue::part_of(DeviceMemory& whole, std::uint64_t first,
                                                   std::uint64_t bytes) {
  return std::make_unique<Buffer>(dynamic_cast<const Buffer&>(whole), first, bytes);
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
