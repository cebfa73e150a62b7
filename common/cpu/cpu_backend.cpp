#include "common/cpu/cpu_backend.hpp"

#include "common/core/simd_targets.hpp"
// Highway reads the targets defined above.
#include <fmt/format.h>
#include <hwy/targets.h>
#include <omp.h>

#include <utility>

#include "common/core/error.hpp"
#include "common/core/host.hpp"
#include "common/cpu/queue.hpp"
#include "common/device/queue_execution.hpp"
#include "common/device/watch.hpp"

namespace gputest {
namespace cpu {

LaunchPlan plan_of(const std::string& kernel, const KernelSignature& shapes) {
  const auto threads = static_cast<std::uint32_t>(omp_get_max_threads());
  LaunchPlan plan;
  plan.passes = {{kernel, {1, 1, 1}, {threads, 1, 1}, 0}};
  for (const ArrayShape& shape : shapes.scratch) plan.scratch_bytes += shape.bytes();
  return plan;
}

std::unique_ptr<Execution> make_execution(const std::string& kernel, const BindFunction& bind,
                                          const Configuration& configuration,
                                          const KernelSignature& shapes, Device& device) {
  require_host_memory(allocated_bytes(device.info(), shapes), "the kernel");
  return gputest::make_execution(device, shapes, [=](const KernelArrays& arrays) {
    return make_bound_kernel(kernel, bind(call_with(configuration, shapes, arrays)));
  });
}

namespace {

class CpuKernel : public Kernel {
 public:
  using Absence = std::string (*)(Precision);

  CpuKernel(KernelInfo info, BindFunction bind, Absence absence = nullptr)
      : Kernel(std::move(info)), bind_(std::move(bind)), absence_(absence) {}

  std::unique_ptr<Execution> prepare(Device& device, const Configuration& configuration,
                                     const KernelSignature& arguments) const override {
    return make_execution(info().name(), bind_, configuration, arguments, device);
  }

  std::vector<std::string> platforms() const override { return {"cpu"}; }
  std::optional<LaunchPlan> plan(const DeviceInfo&, const Configuration&,
                                 const KernelSignature& arguments) const override {
    return plan_of(info().name(), arguments);
  }
  std::string skip_reason(const DeviceInfo&, const Configuration& configuration,
                          std::uint64_t) const override {
    return absence_ == nullptr ? "" : absence_(configuration.precision);
  }

 private:
  BindFunction bind_;
  Absence absence_;
};

DeviceInfo describe_host() {
  DeviceInfo info;
  info.id = "cpu:0";
  info.name = cpu_name();
  info.vendor = "host";
  info.driver = fmt::format("OpenMP, {} threads", omp_get_max_threads());
  info.compute_units = cpu_cores();
  info.cache_bytes = cache_bytes();
  info.on_host = true;
  const std::int64_t targets = hwy::SupportedTargets() & HWY_TARGETS;
  info.properties = {{"vector target", hwy::TargetName(targets & -targets)}};
  return info;
}

class CpuDevice : public Device {
 public:
  CpuDevice() : Device(describe_host()), queue_(make_queue()) {}
  Queue* queue() override { return queue_.get(); }

 private:
  std::unique_ptr<Queue> queue_;
};

class CpuBackend : public Backend {
 public:
  std::string name() const override { return "cpu"; }
  DeviceList devices() override {
    const bool runs = (hwy::SupportedTargets() & HWY_TARGETS) != 0;
    if (runs) return {{describe_host()}, {}};
    return {{},
            {{name(), fmt::format("its kernels are built for {}, which this machine's "
                                  "processor does not support",
                                  hwy::TargetName(HWY_STATIC_TARGET))}}};
  }
  std::unique_ptr<Device> open(const std::string&) override {
    return std::make_unique<CpuDevice>();
  }
};

}  // namespace

std::unique_ptr<Backend> make_backend() { return std::make_unique<CpuBackend>(); }

std::unique_ptr<Kernel> make_kernel(KernelInfo info, BindFunction bind) {
  info.api = "cpu";
  return std::make_unique<CpuKernel>(std::move(info), std::move(bind));
}

const Declaration& find_kernel(const std::string& name) {
  for (const CompiledKernel& kernel : compiled_kernels())
    if (kernel.name() == name) return *kernel.declaration;
  throw Error(Status::unavailable, fmt::format("the API cpu has no kernel {}", name));
}

}  // namespace cpu

void register_cpu(Registry& registry) {
  registry.add(cpu::make_backend());
  for (const cpu::CompiledKernel& kernel : cpu::compiled_kernels()) {
    if (kernel.declaration->info == nullptr) continue;
    KernelInfo info = kernel.declaration->info(kernel.family, kernel.variant);
    for (auto& [name, values] : info.axes)  // none: all values of the family
      for (const Axis& axis : registry.find_family(info.family)->axes())
        if (values.empty() && axis.name == name) values = axis.values;
    info.api = "cpu";
    registry.add(std::make_unique<cpu::CpuKernel>(std::move(info), kernel.declaration->bind,
                                                  kernel.declaration->absence));
  }
}

}  // namespace gputest
