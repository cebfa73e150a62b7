#include "common/cpu/cpu_backend.hpp"

#include <fmt/format.h>
#include <hwy/targets.h>
#include <omp.h>

#include <cstdlib>
#include <cstring>

#include "common/core/error.hpp"
#include "common/core/host.hpp"

namespace gputest::cpu {
namespace {

constexpr std::size_t kAlignment = 64;  // a cache line and the widest vector

struct Free {
  void operator()(std::byte* memory) const { std::free(memory); }
};
using Memory = std::unique_ptr<std::byte[], Free>;

Memory allocate(std::uint64_t bytes) {
  const std::uint64_t rounded = (bytes + kAlignment - 1) / kAlignment * kAlignment;
  auto* memory = static_cast<std::byte*>(std::aligned_alloc(kAlignment, rounded));
  if (memory == nullptr)
    throw Error(Status::out_of_memory,
                fmt::format("{} of host memory could not be had", format_bytes(bytes)));
  return Memory(memory);
}

class CpuExecution : public Execution {
 public:
  CpuExecution(KernelFunction function, const Configuration& configuration,
               const KernelSignature& shapes)
      : function_(function), shapes_(shapes) {
    call_.describe(configuration, shapes);
    for (const ArrayShape& shape : shapes.inputs) {
      memory_.push_back(allocate(shape.bytes()));
      call_.inputs.push_back(memory_.back().get());
    }
    for (const ArrayShape& shape : shapes.outputs) {
      memory_.push_back(allocate(shape.bytes()));
      call_.outputs.push_back(memory_.back().get());
    }
    for (const ArrayShape& shape : shapes.scratch) {
      memory_.push_back(allocate(shape.bytes()));
      call_.scratch.push_back(memory_.back().get());
    }
  }

  void upload(const std::vector<HostArray>& inputs) override {
    for (std::size_t k = 0; k < inputs.size(); ++k)
      std::memcpy(memory_[k].get(), inputs[k].data.data(), inputs[k].data.size());
    for (std::size_t k = 0; k < shapes_.outputs.size(); ++k)
      std::memset(call_.outputs[k], 0xFF, shapes_.outputs[k].bytes());
  }

  void launch() override { function_(call_); }
  void synchronize() override {}

  std::vector<HostArray> download() override {
    std::vector<HostArray> outputs;
    for (std::size_t k = 0; k < shapes_.outputs.size(); ++k) {
      outputs.push_back({shapes_.outputs[k], std::vector<std::byte>(shapes_.outputs[k].bytes())});
      std::memcpy(outputs[k].data.data(), call_.outputs[k], outputs[k].data.size());
    }
    return outputs;
  }

 private:
  KernelFunction function_;
  KernelSignature shapes_;
  std::vector<Memory> memory_;
  KernelCall call_;
};

class CpuKernel : public Kernel {
 public:
  CpuKernel(KernelInfo info, KernelFunction function)
      : Kernel(std::move(info)), function_(function) {}

  std::unique_ptr<Execution> prepare(Device&, const Configuration& configuration,
                                     const KernelSignature& arguments) const override {
    require_host_memory(arguments.bytes(), "the kernel");
    return std::make_unique<CpuExecution>(function_, configuration, arguments);
  }

 private:
  KernelFunction function_;
};

DeviceInfo describe_host() {
  DeviceInfo info;
  info.id = "cpu:0";
  info.name = cpu_name();
  info.vendor = "host";
  info.driver = fmt::format("OpenMP, {} threads", omp_get_max_threads());
  info.compute_units = cpu_cores();
  const std::int64_t targets = hwy::SupportedTargets();
  info.properties = {{"vector target", hwy::TargetName(targets & -targets)}};
  return info;
}

class CpuBackend : public Backend {
 public:
  std::string name() const override { return "cpu"; }
  DeviceList devices() override { return {{describe_host()}, {}}; }
  std::unique_ptr<Device> open(const std::string&) override {
    return std::make_unique<Device>(describe_host());
  }
};

}  // namespace

std::unique_ptr<Backend> make_backend() { return std::make_unique<CpuBackend>(); }

std::unique_ptr<Kernel> make_kernel(KernelInfo info, KernelFunction function) {
  info.api = "cpu";
  return std::make_unique<CpuKernel>(std::move(info), function);
}

}  // namespace gputest::cpu
