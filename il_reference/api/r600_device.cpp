// il:cypress: IL kernels as the machine code of the Radeon HD 5870.
#include <fmt/format.h>

#include "common/core/host.hpp"
#include "common/core/interrupt.hpp"
#include "il_reference/api/devices.hpp"
#include "il_reference/api/r600_program.hpp"
#include "il_reference/r600/compiler.hpp"

namespace gputest::il {
namespace {

constexpr std::string_view kCard = "cypress";

class MachineCodeExecution : public Execution {
 public:
  MachineCodeExecution(cal::Device& device, const GravityKernel& kernel,
                       const KernelSignature& shapes)
      : run_(device, kernel, shapes),
        program_(r600_card(std::string(kCard)), run_.module().program(), run_.module().text(),
                 run_.bindings(),
                 {.mode = Mode::fast, .step_limit = 0, .check = throw_if_interrupted}) {}

  void upload(const std::vector<HostArray>& inputs) override { run_.write(inputs.front()); }
  void spoil() override { run_.spoil(); }
  void launch() override {
    if (run_.module().program().stage == Stage::pixel)
      program_.run(run_.bindings(), run_.domain());
    else
      program_.run(run_.bindings(), run_.groups());
  }
  void synchronize() override {}
  std::vector<HostArray> download(std::uint32_t) override { return {run_.read()}; }

 private:
  GravityRun run_;
  R600Program program_;
};

class MachineCodeDevice : public IlDevice {
 public:
  using IlDevice::IlDevice;
  std::unique_ptr<Execution> prepare(const GravityKernel& kernel,
                                     const KernelSignature& shapes) override {
    return std::make_unique<MachineCodeExecution>(cal_, kernel, shapes);
  }
};

}  // namespace

std::vector<ListedDevice> machine_code_devices(std::vector<Unavailable>& unavailable) {
  const r600::Card card = r600_card(std::string(kCard));
  const std::string id = fmt::format("il:{}", card.target);
  if (const std::string reason = r600_absence(card); !reason.empty()) {
    unavailable.push_back({id, reason});
    return {};
  }
  DeviceInfo info = modelled_info();
  info.id = id;
  info.name = fmt::format("{} ({}), executing its machine code", card.target, card.name);
  info.vendor = "AMD, modelled";
  info.driver = fmt::format("{}, {} threads of {}", kR600Compiler, cpu_cores(), cpu_name());
  info.emulated = true;
  info.compute_units = card.simds;
  info.properties.push_back({"slots in a bundle", fmt::format("{}", card.slots)});
  return {{info, [info] { return std::make_unique<MachineCodeDevice>(info); }}};
}

}  // namespace gputest::il
