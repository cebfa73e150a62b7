// Kernels and devices made up for tests of the framework.
#pragma once

#include <functional>

#include "common/cpu/cpu_backend.hpp"
#include "common/cpu/queue.hpp"
#include "common/particles/force_field.hpp"
#include "common/run/family.hpp"

namespace gputest::test {

/// The axes of a gravity kernel that takes one layout in fp32.
inline KernelInfo gravity_info(const std::string& layout = "float4") {
  KernelInfo info;
  info.family = "gravity";
  info.variant = "test";
  info.layouts = {layout};
  info.precisions = {Precision::fp32};
  return info;
}

inline ProblemRequest gravity_request(std::uint64_t n, const std::string& eps = "0.02") {
  ProblemRequest request;
  request.n = n;
  request.options = {{"eps", eps}, {"image-width", "64"}, {"potential", "on"}};
  return request;
}

/// The forces of a problem that has some.
inline const ForceField& force_field(const Problem& problem) {
  return dynamic_cast<const ForceField&>(problem);
}

/// A function of a kernel's arguments, with which a test computes on the host.
using HostFunction = void (*)(const KernelCall&);

/// The CPU's kernel of that name as such a function, so that a test can corrupt its results.
template <Word Name>
void compute(const KernelCall& call) {
  cpu::find_kernel(std::string(Name.view())).bind(call)();
}

/// A kernel of the API "cpu" that calls such a function.
inline std::unique_ptr<Kernel> host_kernel(const KernelInfo& info, HostFunction function) {
  return cpu::make_kernel(info, [=](const KernelCall& call) { return [=] { function(call); }; });
}

/// A kernel that calls a test's function at each launch.
class FakeKernel : public Kernel {
 public:
  using Launch = std::function<void(std::vector<HostArray>& outputs)>;

  static KernelInfo info_of_fake() {
    KernelInfo info = gravity_info();
    info.api = "fake";
    return info;
  }

  explicit FakeKernel(Launch launch, const KernelInfo& info = info_of_fake())
      : Kernel(info), launch_(std::move(launch)) {}

  std::unique_ptr<Execution> prepare(Device&, const Configuration&,
                                     const KernelSignature& arguments) const override {
    return std::make_unique<FakeExecution>(launch_, arguments);
  }

 private:
  class FakeExecution : public Execution {
   public:
    FakeExecution(const Launch& launch, const KernelSignature& shapes) : launch_(launch) {
      for (const ArrayShape& shape : shapes.outputs)
        outputs_.push_back({shape, std::vector<std::byte>(shape.bytes())});
    }
    void upload(const std::vector<HostArray>&) override {}
    void spoil() override {
      for (HostArray& output : outputs_) output.data.assign(output.data.size(), std::byte{0xFF});
    }
    void launch() override { launch_(outputs_); }
    void synchronize() override {}
    std::vector<HostArray> download(std::uint32_t) override { return outputs_; }

   private:
    const Launch& launch_;
    std::vector<HostArray> outputs_;
  };

  Launch launch_;
};

inline DeviceInfo fake_device() {
  DeviceInfo info;
  info.id = "fake:0";
  return info;
}

/// A device of that description, with the CPU's queue.
class HostDevice : public Device {
 public:
  explicit HostDevice(DeviceInfo info) : Device(std::move(info)) {}
  Queue* queue() override { return queue_.get(); }

 private:
  std::unique_ptr<Queue> queue_ = cpu::make_queue();
};

}  // namespace gputest::test
