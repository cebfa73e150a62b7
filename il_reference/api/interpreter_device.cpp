#include <fmt/format.h>

#include "common/core/host.hpp"
#include "common/core/interrupt.hpp"
#include "il_reference/api/devices.hpp"
#include "il_reference/api/trace.hpp"

namespace gputest::il {
namespace {

class InterpreterExecution : public Execution {
 public:
  InterpreterExecution(cal::Device& device, const GravityKernel& kernel,
                       const KernelSignature& shapes)
      : run_(device, kernel, shapes) {}

  void upload(const std::vector<HostArray>& inputs) override { run_.write(inputs.front()); }
  void spoil() override { run_.spoil(); }
  void launch() override {
    RunOptions options;
    options.check = throw_if_interrupted;
    options.trace = interpreter_trace();
    run_.run(options);
  }
  void synchronize() override {}
  std::vector<HostArray> download(std::uint32_t) override { return {run_.read()}; }

 private:
  GravityRun run_;
};

class InterpreterDevice : public IlDevice {
 public:
  using IlDevice::IlDevice;
  std::unique_ptr<Execution> prepare(const GravityKernel& kernel,
                                     const KernelSignature& shapes) override {
    return std::make_unique<InterpreterExecution>(cal_, kernel, shapes);
  }
};

}  // namespace

Trace& interpreter_trace() {
  static Trace trace;
  return trace;
}

const cal::DeviceAttributes& modelled_device() { return cal::device_attributes("RV770"); }

DeviceInfo modelled_info() {
  const cal::DeviceAttributes& attributes = modelled_device();
  DeviceInfo info;
  info.memory_bytes = attributes.local_bytes;
  info.max_image_width = attributes.max_2d_width;
  info.max_image_height = attributes.max_2d_height;
  info.fp64 = attributes.double_precision;
  info.properties = {{"CAL device", fmt::format("{} ({})", attributes.target, attributes.product)},
                     {"1D resources", fmt::format("{} elements", attributes.max_1d_width)},
                     {"modelled clock", fmt::format("{} MHz", attributes.engine_mhz)}};
  return info;
}

ListedDevice interpreter() {
  DeviceInfo info = modelled_info();
  info.id = "il:interpreter";
  info.name = fmt::format("{}, interpreted", modelled_device().target);
  info.vendor = "ATI, modelled";
  info.driver = fmt::format("{} threads of {}", cpu_cores(), cpu_name());
  info.emulated = true;
  info.compute_units = modelled_device().simds;
  return {info, [info] { return std::make_unique<InterpreterDevice>(info); }};
}

}  // namespace gputest::il
