#include "opencl/opencl_backend.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>
#include <vector>

#include "common/core/error.hpp"
#include "common/device/distrust.hpp"
#include "common/device/queue_execution.hpp"
#include "common/opencl/device.hpp"
#include "opencl/planned_kernel.hpp"
#include "opencl/queue.hpp"
#include "opencl/transfer.hpp"

namespace gputest::opencl {
namespace {

std::vector<cl::Memory> memory_of(const KernelArrays& arrays) {
  constexpr bool kRetain = true;
  std::vector<cl::Memory> memory;
  for (const auto* of : {&arrays.inputs, &arrays.outputs, &arrays.scratch})
    for (const DeviceMemory* array : *of)
      memory.emplace_back(static_cast<cl_mem>(array->get()), kRetain);
  return memory;
}

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
    const PlannedKernel kernel(opened, source_, configuration, arguments);
    return make_execution(device, kernel.signature(),
                          [kernel, &opened](const KernelArrays& arrays) {
                            return make_bound_kernel(opened, kernel.bind(memory_of(arrays)));
                          });
  }

  std::string skip_reason(const DeviceInfo&, const Configuration&, std::uint64_t) const override {
    return source_.plan == plan_ewald_mesh ? why_no_transform() : "";
  }

  std::string distrust(Device& device) const override {
    if (!source_.probes_local_values || dynamic_cast<OpenClDevice&>(device).keeps_local_values())
      return "";
    return fmt::format(
        "the compiler of {} ({}) re-reads local memory after a barrier, although the value read "
        "before is wanted; try another version, or PoCL with "
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
