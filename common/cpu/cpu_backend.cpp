#include "common/cpu/cpu_backend.hpp"

#include "common/cpu/simd_targets.hpp"
// Highway looks at the targets above.
#include <fmt/format.h>
#include <hwy/targets.h>
#include <omp.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "common/core/error.hpp"
#include "common/core/host.hpp"
#include "common/core/stopwatch.hpp"
#include "common/cpu/aligned_memory.hpp"
#include "common/cpu/queue.hpp"
#include "common/device/in_place.hpp"
#include "common/device/unwritten.hpp"
#include "common/device/watch.hpp"

namespace gputest {
namespace cpu {
namespace {

/// Of the processor's largest cache; 0 where the system does not tell.
std::uint64_t cache_bytes() {
  const long third = sysconf(_SC_LEVEL3_CACHE_SIZE), second = sysconf(_SC_LEVEL2_CACHE_SIZE);
  return static_cast<std::uint64_t>(std::max({third, second, 0L}));
}

}  // namespace

LaunchPlan plan_of(const std::string& kernel, const KernelSignature& shapes) {
  const auto threads = static_cast<std::uint32_t>(omp_get_max_threads());
  LaunchPlan plan;
  plan.passes = {{kernel, {1, 1, 1}, {threads, 1, 1}, 0}};
  for (const ArrayShape& shape : shapes.scratch) plan.scratch_bytes += shape.bytes();
  return plan;
}

namespace {

class CpuExecution : public Execution {
 public:
  CpuExecution(const std::string& kernel, const BindFunction& bind,
               const Configuration& configuration, const KernelSignature& shapes,
               const DeviceInfo& device)
      : outputs_(shapes.outputs), in_place_(is_in_place(shapes)), plan_(plan_of(kernel, shapes)) {
    KernelCall call;
    call.describe(configuration, shapes);
    const auto allocate = [&](const std::vector<ArrayShape>& arrays, auto& addresses) {
      for (const ArrayShape& shape : arrays) {
        memory_.push_back(allocate_aligned(shape.bytes() + watched_bytes(device, shape)));
        addresses.push_back(memory_.back().get());
      }
    };
    allocate(shapes.inputs, call.inputs);
    allocate(shapes.outputs, call.outputs);
    allocate(shapes.scratch, call.scratch);
    first_output_ = shapes.inputs.size();
    // Afterwards, so that the arrays lie one behind the other.
    for (const auto* shapes_of : {&shapes.inputs, &shapes.outputs, &shapes.scratch})
      for (const ArrayShape& shape : *shapes_of) watch(shape, watched_bytes(device, shape));
    launch_ = bind(call);
  }

  void upload(const std::vector<HostArray>& inputs) override {
    for (std::size_t k = 0; k < inputs.size(); ++k)
      std::memcpy(memory_[k].get(), inputs[k].data.data(), inputs[k].data.size());
    for (std::size_t k = first_output_ + outputs_.size(); k < memory_.size(); ++k)
      std::memset(memory_[k].get(), kUnwrittenByte, arrays_[k].bytes());
    spoil_outputs();
  }

  void spoil_outputs() override {
    for (std::size_t k = 0; k < outputs_.size(); ++k) {
      if (in_place_)
        std::memcpy(output(k), memory_[k].get(), outputs_[k].bytes());
      else
        std::memset(output(k), kUnwrittenByte, outputs_[k].bytes());
    }
  }

  void launch() override { launch_(); }
  void synchronize() override {}
  LaunchPlan plan() const override { return plan_; }

  std::vector<PassTime> pass_times() override {
    std::vector<PassTime> times;
    for (const Stage& stage : launch_.stages()) {
      const Stopwatch watch;
      stage.run();
      times.push_back({stage.pass, watch.seconds()});
    }
    return times;
  }

  std::vector<HostArray> download() override {
    watch_.check();
    std::vector<HostArray> outputs;
    for (std::size_t k = 0; k < outputs_.size(); ++k) {
      outputs.push_back({outputs_[k], std::vector<std::byte>(outputs_[k].bytes())});
      std::memcpy(outputs[k].data.data(), output(k), outputs[k].data.size());
    }
    return outputs;
  }

  void flush_cache() override {
    if (!flushed_) {
      DeviceInfo host;
      host.cache_bytes = cache_bytes();
      flushed_lines_ = flush_bytes(host) / kLine;
      flushed_ = allocate_aligned(flushed_lines_ * kLine);
    }
    std::byte* const bytes = flushed_.get();
#pragma omp parallel for
    for (std::size_t line = 0; line < flushed_lines_; ++line) bytes[line * kLine] = std::byte{1};
  }

 private:
  static constexpr std::size_t kLine = 64;  // bytes of a cache line
  void watch(const ArrayShape& shape, std::uint64_t bytes) {
    std::byte* const end = memory_[arrays_.size()].get() + shape.bytes();
    arrays_.push_back(shape);
    watch_.add(
        shape.name, bytes, [=](const std::byte* from) { std::memcpy(end, from, bytes); },
        [=](std::byte* to) { std::memcpy(to, end, bytes); });
  }
  std::byte* output(std::size_t k) { return memory_[first_output_ + k].get(); }

  std::vector<ArrayShape> outputs_;
  bool in_place_;                      ///< outputs begin as inputs
  std::vector<ArrayShape> arrays_;     ///< inputs, outputs, scratch
  std::vector<AlignedMemory> memory_;  ///< inputs, outputs, scratch
  std::size_t first_output_ = 0;
  Watch watch_;
  LaunchPlan plan_;
  Launch launch_;
  AlignedMemory flushed_;
  std::size_t flushed_lines_ = 0;
};

}  // namespace

std::unique_ptr<Execution> make_execution(const std::string& kernel, const BindFunction& bind,
                                          const Configuration& configuration,
                                          const KernelSignature& shapes, const DeviceInfo& device) {
  require_host_memory(allocated_bytes(device, shapes), "the kernel");
  return std::make_unique<CpuExecution>(kernel, bind, configuration, shapes, device);
}

namespace {

class CpuKernel : public Kernel {
 public:
  using Absence = std::string (*)(Precision);

  CpuKernel(KernelInfo info, BindFunction bind, Absence absence = nullptr)
      : Kernel(std::move(info)), bind_(std::move(bind)), absence_(absence) {}

  std::unique_ptr<Execution> prepare(Device& device, const Configuration& configuration,
                                     const KernelSignature& arguments) const override {
    return make_execution(info().name(), bind_, configuration, arguments, device.info());
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
            {{name(), fmt::format("its kernels are built for processors with {}, which this "
                                  "machine's lacks",
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
    for (auto& [name, values] : info.axes)  // none: every one that the family has
      for (const Axis& axis : registry.find_family(info.family)->axes())
        if (values.empty() && axis.name == name) values = axis.values;
    info.api = "cpu";
    registry.add(std::make_unique<cpu::CpuKernel>(std::move(info), kernel.declaration->bind,
                                                  kernel.declaration->absence));
  }
}

}  // namespace gputest
