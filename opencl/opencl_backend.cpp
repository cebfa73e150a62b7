#include "opencl/opencl_backend.hpp"

#include <fmt/format.h>

#include "common/core/error.hpp"
#include "common/opencl/device.hpp"
#include "opencl/kernel_source.hpp"

namespace gputest::opencl {
namespace {

constexpr cl_mem_flags kInputFlags = CL_MEM_READ_ONLY;
constexpr cl_mem_flags kOutputFlags = CL_MEM_READ_WRITE;

/// One argument array on the device: a buffer or, for a 2D resource, a FLOAT_4 image.
class DeviceArray {
 public:
  DeviceArray(const cl::Context& context, const ArrayShape& shape, cl_mem_flags flags)
      : shape_(shape) {
    if (shape.is_image())
      image_ = cl::Image2D(context, flags, cl::ImageFormat(CL_RGBA, CL_FLOAT), shape.image_width,
                           shape.image_height());
    else
      buffer_ = cl::Buffer(context, flags, shape.bytes());
  }

  void bind(cl::Kernel& kernel, cl_uint index) const {
    if (shape_.is_image())
      kernel.setArg(index, image_);
    else
      kernel.setArg(index, buffer_);
  }

  void write(const cl::CommandQueue& queue, const std::vector<std::byte>& data) const {
    if (shape_.is_image())
      queue.enqueueWriteImage(image_, CL_TRUE, {0, 0, 0},
                              {shape_.image_width, shape_.image_height(), 1}, 0, 0, data.data());
    else
      queue.enqueueWriteBuffer(buffer_, CL_TRUE, 0, data.size(), data.data());
  }

  void fill(const cl::CommandQueue& queue, cl_uchar byte) const {
    queue.enqueueFillBuffer(buffer_, byte, 0, shape_.bytes());
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

void bind(cl::Kernel& kernel, cl_uint index, const Scalar& scalar, Precision precision) {
  if (const auto* whole = std::get_if<std::uint32_t>(&scalar.value))
    kernel.setArg(index, *whole);
  else if (precision == Precision::fp32)
    kernel.setArg(index, static_cast<float>(std::get<double>(scalar.value)));
  else
    kernel.setArg(index, std::get<double>(scalar.value));
}

class OpenClExecution : public Execution {
 public:
  OpenClExecution(OpenClDevice& device, const Source& source, const Configuration& configuration,
                  const KernelSignature& shapes)
      : device_(device) {
    Plan plan = source.plan(source, configuration, shapes, device.info());
    KernelSignature with_scratch = shapes;
    for (const ArrayShape& shape : plan.scratch) with_scratch.scratch.push_back(shape);
    check_limits(device.info(), with_scratch);

    const Program own{source.entry, configuration.block, shapes.specializations, plan.options};
    const cl::Program built = build(device, configuration, own);
    const cl::Program shared = plan.shared ? build(device, configuration, *plan.shared) : built;
    checked("allocating on " + device.info().id, [&] {
      for (const ArrayShape& shape : shapes.inputs)
        inputs_.emplace_back(device.context(), shape, kInputFlags);
      for (const ArrayShape& shape : shapes.outputs)
        outputs_.emplace_back(device.context(), shape, kOutputFlags);
      for (const ArrayShape& shape : with_scratch.scratch)
        scratch_.emplace_back(device.context(), shape, kOutputFlags);
    });
    std::vector<Scalar> scalars = shapes.scalars;
    scalars.insert(scalars.end(), plan.scalars.begin(), plan.scalars.end());
    for (const Pass& pass : plan.passes)
      add_pass(pass.shared ? shared : built, pass, pass.shared ? plan.shared->block : own.block,
               scalars, configuration.precision);
  }

  void upload(const std::vector<HostArray>& inputs) override {
    checked("copying to " + device_.info().id, [&] {
      for (std::size_t k = 0; k < inputs.size(); ++k)
        inputs_[k].write(device_.untimed_queue(), inputs[k].data);
      for (const DeviceArray& output : outputs_) output.fill(device_.untimed_queue(), 0xFF);
      device_.untimed_queue().finish();
    });
  }

  void launch() override {
    checked("launching on " + device_.info().id, [&] {
      for (const EnqueuedPass& pass : passes_)
        device_.untimed_queue().enqueueNDRangeKernel(pass.kernel, cl::NullRange, pass.global,
                                                     pass.local);
    });
  }

  void synchronize() override {
    checked("running on " + device_.info().id, [&] { device_.untimed_queue().finish(); });
  }

  std::vector<HostArray> download() override {
    std::vector<HostArray> outputs;
    checked("copying from " + device_.info().id, [&] {
      for (const DeviceArray& output : outputs_)
        outputs.push_back(output.read(device_.untimed_queue()));
    });
    return outputs;
  }

  /// Of one more launch.
  std::optional<double> event_seconds() override {
    std::optional<double> seconds;
    checked("timing on " + device_.info().id, [&] {
      cl::Event first, last;
      for (const EnqueuedPass& pass : passes_)
        device_.queue().enqueueNDRangeKernel(pass.kernel, cl::NullRange, pass.global, pass.local,
                                             nullptr, first() == nullptr ? &first : &last);
      device_.queue().finish();
      const auto start = first.getProfilingInfo<CL_PROFILING_COMMAND_START>();
      const auto end =
          (last() == nullptr ? first : last).getProfilingInfo<CL_PROFILING_COMMAND_END>();
      seconds = static_cast<double>(end - start) * 1e-9;
    });
    return seconds;
  }

 private:
  struct EnqueuedPass {
    cl::Kernel kernel;
    cl::NDRange global;
    cl::NDRange local;
  };

  static cl::Program build(OpenClDevice& device, const Configuration& configuration,
                           const Program& program) {
    // Sums may be reordered, so that a CPU's compiler can vectorise them; denormals are flushed, as
    // the CUDA and HIP kernels do.
    std::string options = fmt::format(
        "-cl-std=CL1.2 -cl-unsafe-math-optimizations -cl-denorms-are-zero -DGT_LAYOUT_{} "
        "-DGT_REAL_BITS={} -DGT_BLOCK={} -DGT_COMPUTE_CAPABILITY={} ",
        upper(configuration.layout), configuration.precision == Precision::fp32 ? 32 : 64,
        program.block, device.compute_capability());
    for (const Specialization& constant : program.specializations)
      options += fmt::format("-DGT_{}={} ", upper(constant.name), constant.value);
    const KernelSource source = kernel_source(path_of(program.file));
    return device.program(source.file, source.text, options + program.options);
  }

  /// "gravity_tiled" is opencl/kernels/gravity/tiled.cl.
  static std::string path_of(const std::string& kernel) {
    const auto end_of_family = kernel.find('_');
    return fmt::format("opencl/kernels/{}/{}.cl", kernel.substr(0, end_of_family),
                       kernel.substr(end_of_family + 1));
  }

  static std::string upper(std::string text) {
    for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return text;
  }

  void add_pass(const cl::Program& program, const Pass& pass, std::size_t block,
                const std::vector<Scalar>& scalars, Precision precision) {
    checked("creating kernel " + pass.entry, [&] {
      cl::Kernel kernel(program, pass.entry.c_str());
      cl_uint index = 0;
      for (const auto* arrays : {&inputs_, &outputs_, &scratch_})
        for (const DeviceArray& array : *arrays) array.bind(kernel, index++);
      for (const Scalar& scalar : scalars) bind(kernel, index++, scalar, precision);
      passes_.push_back(
          {kernel, cl::NDRange(pass.groups[0] * block, pass.groups[1]), cl::NDRange(block, 1)});
    });
  }

  OpenClDevice& device_;
  std::vector<DeviceArray> inputs_;
  std::vector<DeviceArray> outputs_;
  std::vector<DeviceArray> scratch_;
  std::vector<EnqueuedPass> passes_;
};

class OpenClKernel : public Kernel {
 public:
  OpenClKernel(KernelInfo info, Source source)
      : Kernel(std::move(info)), source_(std::move(source)) {}

  std::unique_ptr<Execution> prepare(Device& device, const Configuration& configuration,
                                     const KernelSignature& arguments) const override {
    return std::make_unique<OpenClExecution>(dynamic_cast<OpenClDevice&>(device), source_,
                                             configuration, arguments);
  }

 private:
  Source source_;
};

class OpenClBackend : public Backend {
 public:
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
      if (device.info.id == id) return std::make_unique<OpenClDevice>(device);
    throw Error(Status::unavailable, fmt::format("there is no OpenCL device {}", id));
  }

 private:
  const std::vector<ListedDevice>& listed() {
    if (!devices_) devices_ = list_devices();
    return *devices_;
  }

  std::optional<std::vector<ListedDevice>> devices_;
};

}  // namespace

std::unique_ptr<Backend> make_backend() { return std::make_unique<OpenClBackend>(); }

std::unique_ptr<Kernel> make_kernel(KernelInfo info, Source source) {
  info.api = "opencl";
  return std::make_unique<OpenClKernel>(std::move(info), std::move(source));
}

}  // namespace gputest::opencl
