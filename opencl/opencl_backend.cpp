#include "opencl/opencl_backend.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "common/core/error.hpp"
#include "common/device/distrust.hpp"
#include "common/device/in_place.hpp"
#include "common/device/unwritten.hpp"
#include "common/device/watch.hpp"
#include "common/opencl/device.hpp"
#include "opencl/planned_kernel.hpp"
#include "opencl/queue.hpp"
#include "opencl/transfer.hpp"

namespace gputest::opencl {
namespace {

constexpr cl_mem_flags kInputFlags = CL_MEM_READ_ONLY;
constexpr cl_mem_flags kOutputFlags = CL_MEM_READ_WRITE;

/// One argument array on the device: a buffer or, for a 2D resource, a FLOAT_4 image.
class DeviceArray {
 public:
  DeviceArray(const OpenClDevice& device, const ArrayShape& shape, cl_mem_flags flags, Watch& watch)
      : shape_(shape) {
    // A simulator watches every byte, and what is read too.
    const std::uint64_t end = shape.bytes(),
                        behind = device.info().emulated ? 0 : watched_bytes(device.info(), shape);
    const cl::Context& context = device.context();
    if (shape.is_image())
      image_ = cl::Image2D(context, flags, cl::ImageFormat(CL_RGBA, CL_FLOAT), shape.image_width,
                           shape.image_height());
    else
      buffer_ = cl::Buffer(context, flags, end + behind);
    watch.add(
        shape.name, behind,
        [&](const std::byte* from) {
          device.commands().enqueueWriteBuffer(buffer_, CL_TRUE, end, behind, from);
        },
        [=, &device, buffer = buffer_](std::byte* to) {
          device.commands().enqueueReadBuffer(buffer, CL_TRUE, end, behind, to);
        });
  }

  cl::Memory memory() const {
    return shape_.is_image() ? static_cast<cl::Memory>(image_) : static_cast<cl::Memory>(buffer_);
  }

  void write(const cl::CommandQueue& queue, const std::vector<std::byte>& data) const {
    if (shape_.is_image())
      queue.enqueueWriteImage(image_, CL_TRUE, {0, 0, 0},
                              {shape_.image_width, shape_.image_height(), 1}, 0, 0, data.data());
    else
      queue.enqueueWriteBuffer(buffer_, CL_TRUE, 0, data.size(), data.data());
  }

  /// In parts, each from its own beginning: NVIDIA's driver takes 32 bits of an offset alone.
  void fill(const cl::CommandQueue& queue, cl_uchar byte) const {
    constexpr std::uint64_t kPart = 1 << 30;
    if (shape_.bytes() <= kPart) {
      queue.enqueueFillBuffer(buffer_, byte, 0, shape_.bytes());
      return;
    }
    cl::Buffer whole = buffer_;
    for (std::uint64_t from = 0; from < shape_.bytes(); from += kPart) {
      const cl_buffer_region region{from, std::min(kPart, shape_.bytes() - from)};
      cl::Buffer part = whole.createSubBuffer(0, CL_BUFFER_CREATE_TYPE_REGION, &region);
      queue.enqueueFillBuffer(part, byte, 0, region.size);
    }
  }

  /// Makes it what another of as many bytes is.
  void copy(const cl::CommandQueue& queue, const DeviceArray& other) const {
    queue.enqueueCopyBuffer(other.buffer_, buffer_, 0, 0, shape_.bytes());
  }

  HostArray read(const cl::CommandQueue& queue) const {
    HostArray array{shape_, std::vector<std::byte>(shape_.bytes())};
    queue.enqueueReadBuffer(buffer_, CL_TRUE, 0, array.data.size(), array.data.data());
    return array;
  }

 private:
  ArrayShape shape_;
  cl::Buffer buffer_;
  cl::Image2D image_;
};

class OpenClExecution : public Execution {
 public:
  OpenClExecution(OpenClDevice& device, const Source& source, const Configuration& configuration,
                  const KernelSignature& signature)
      : device_(device), in_place_(is_in_place(signature)) {
    const PlannedKernel kernel(device, source, configuration, signature);
    std::vector<cl::Memory> arguments;
    checked("allocating on " + device.info().id, [&] {
      const auto allocate = [&](const std::vector<ArrayShape>& shapes, cl_mem_flags flags,
                                std::vector<DeviceArray>& arrays) {
        for (const ArrayShape& shape : shapes)
          arguments.push_back(arrays.emplace_back(device, shape, flags, watch_).memory());
      };
      allocate(kernel.signature().inputs, kInputFlags, inputs_);
      allocate(kernel.signature().outputs, kOutputFlags, outputs_);
      allocate(kernel.signature().scratch, kOutputFlags, scratch_);
    });
    passes_ = kernel.bind(arguments);
  }

  void upload(const std::vector<HostArray>& inputs) override {
    checked("copying to " + device_.info().id, [&] {
      for (std::size_t k = 0; k < inputs.size(); ++k)
        inputs_[k].write(device_.commands(), inputs[k].data);
      if (!device_.info().emulated)
        for (const DeviceArray& scratch : scratch_)
          scratch.fill(device_.commands(), kUnwrittenByte);
    });
    spoil_outputs();
    synchronize();
  }

  void spoil_outputs() override {
    checked("filling memory of " + device_.info().id, [&] {
      for (std::size_t k = 0; k < outputs_.size(); ++k) {
        if (in_place_)
          outputs_[k].copy(device_.commands(), inputs_[k]);
        else
          outputs_[k].fill(device_.commands(), kUnwrittenByte);
      }
    });
  }

  void launch() override { passes_.enqueue(device_.commands()); }

  void synchronize() override {
    checked("running on " + device_.info().id, [&] { device_.commands().finish(); });
  }

  std::vector<HostArray> download() override {
    std::vector<HostArray> outputs;
    checked("copying from " + device_.info().id, [&] {
      watch_.check();
      for (const DeviceArray& output : outputs_) outputs.push_back(output.read(device_.commands()));
    });
    return outputs;
  }

  LaunchPlan plan() const override { return passes_.plan(); }

  std::optional<double> event_seconds() override {
    std::optional<double> seconds;
    checked("timing on " + device_.info().id, [&] {
      std::vector<cl::Event> events;
      passes_.enqueue(device_.timed_commands(), &events);
      device_.timed_commands().finish();
      const auto start = events.front().getProfilingInfo<CL_PROFILING_COMMAND_START>();
      const auto end = events.back().getProfilingInfo<CL_PROFILING_COMMAND_END>();
      seconds = static_cast<double>(end - start) * 1e-9;
    });
    return seconds;
  }
  std::vector<PassTime> pass_times() override { return passes_.times(device_.timed_commands()); }
  void flush_cache() override { device_.flush_cache(); }

 private:
  OpenClDevice& device_;
  bool in_place_;  ///< outputs begin as inputs
  Watch watch_;
  std::vector<DeviceArray> inputs_;
  std::vector<DeviceArray> outputs_;
  std::vector<DeviceArray> scratch_;
  BoundPasses passes_;
};

class OpenClKernel : public Kernel, public Distrustful {
 public:
  OpenClKernel(KernelInfo info, Source source)
      : Kernel(std::move(info)), source_(std::move(source)) {}

  std::unique_ptr<Execution> prepare(Device& device, const Configuration& configuration,
                                     const KernelSignature& arguments) const override {
    auto& opened = dynamic_cast<OpenClDevice&>(device);
    if (source_.plan == plan_transfer)
      return make_transfer(opened, arguments,
                           launch_plan(source_, configuration, arguments, device.info()));
    return std::make_unique<OpenClExecution>(opened, source_, configuration, arguments);
  }

  std::string skip_reason(const DeviceInfo&, const Configuration&, std::uint64_t) const override {
    return source_.plan == plan_ewald_mesh ? why_no_transform() : "";
  }

  std::string distrust(Device& device) const override {
    if (!source_.probes_local_values || dynamic_cast<OpenClDevice&>(device).keeps_local_values())
      return "";
    return fmt::format(
        "the compiler of {} ({}) reads local memory anew behind a barrier, where a value that was "
        "read before it is wanted; another version may not, nor PoCL with "
        "POCL_WORK_GROUP_METHOD=cbs",
        device.info().id, device.info().driver);
  }

  std::vector<std::string> platforms() const override { return {"opencl"}; }
  std::optional<LaunchPlan> plan(const DeviceInfo& on, const Configuration& configuration,
                                 const KernelSignature& arguments) const override {
    return launch_plan(source_, configuration, arguments, on);
  }

  std::optional<KernelText> text(const Configuration& configuration) const override {
    if (!source_.fault.empty()) return std::nullopt;
    return kernel_text(source_, configuration);
  }

  const Source& source() const { return source_; }

 private:
  Source source_;
};

/// A device with a queue for the kernels of opencl/kernels/.
class DeviceWithQueue : public OpenClDevice {
 public:
  DeviceWithQueue(const ListedDevice& device, std::shared_ptr<const Sources> sources)
      : OpenClDevice(device), queue_(*this, std::move(sources)) {}
  Queue* queue() override { return &queue_; }

 private:
  OpenClQueue queue_;
};

class OpenClBackend : public Backend {
 public:
  explicit OpenClBackend(std::shared_ptr<const Sources> sources) : sources_(std::move(sources)) {}
  std::string name() const override { return "opencl"; }

  DeviceList devices() override {
    DeviceList list;
    try {
      for (const ListedDevice& device : listed()) list.devices.push_back(device.info);
      if (list.devices.empty())
        list.unavailable = {{"opencl", load().empty() ? explain_no_platform() : load()}};
      else
        for (std::string& complaint : complaints_about_icds())
          list.unavailable.push_back({"opencl", std::move(complaint)});
    } catch (const Error& error) {
      list.unavailable = {{"opencl", error.what()}};
    }
    return list;
  }

  std::unique_ptr<Device> open(const std::string& id) override {
    for (const ListedDevice& device : listed())
      if (device.info.id == id) return std::make_unique<DeviceWithQueue>(device, sources_);
    throw Error(Status::unavailable, fmt::format("there is no OpenCL device {}", id));
  }

 private:
  const std::vector<ListedDevice>& listed() {
    if (!devices_) devices_ = list_devices();
    return *devices_;
  }

  std::shared_ptr<const Sources> sources_;
  std::optional<std::vector<ListedDevice>> devices_;
};

}  // namespace

std::unique_ptr<Backend> make_backend(std::shared_ptr<const Sources> sources) {
  return std::make_unique<OpenClBackend>(std::move(sources));
}

std::vector<CompilerInput> compiler_inputs(const Kernel& kernel, Configuration configuration,
                                           const KernelSignature& signature,
                                           const DeviceInfo& device) {
  return compiler_inputs(dynamic_cast<const OpenClKernel&>(kernel).source(),
                         std::move(configuration), signature, device);
}

std::unique_ptr<Kernel> make_kernel(KernelInfo info, Source source) {
  info.api = "opencl";
  return std::make_unique<OpenClKernel>(std::move(info), std::move(source));
}

}  // namespace gputest::opencl
