#include "common/cpu/own_kernel.hpp"

#include <memory>
#include <utility>

#include "common/cpu/cpu_backend.hpp"
#include "common/owncode/compiled_once.hpp"
#include "common/owncode/own_code.hpp"
#include "common/owncode/parameters.hpp"
#include "common/owncode/system_compiler.hpp"

namespace gputest {
namespace cpu {
namespace {

using owncode::Arguments;
using owncode::CompiledLibrary;

class OwnCpuKernel : public Kernel {
 public:
  explicit OwnCpuKernel(owncode::OwnCode code) : Kernel(code.info), code_(std::move(code)) {}

  std::unique_ptr<Execution> prepare(Device& device, const Configuration& configuration,
                                     const KernelSignature& shapes) const override {
    const std::string text =
        owncode::own_program(code_, owncode::Dialect::cpu, configuration, shapes.specializations);
    const auto library = libraries_.get(text, [&] {
      std::vector<std::string> options{"-O3", "-march=native", "-fopenmp"};
      options.insert(options.end(), code_.options.begin(), code_.options.end());
      return std::make_shared<const CompiledLibrary>(code_.file.path, text, options,
                                                     owncode::Checked::state);
    });
    const std::string_view told(static_cast<const char*>(library->find("gputest_parameters")),
                                owncode::kToldBytes);
    owncode::require_parameters(code_.entry, owncode::parameters_in(told, code_.entry), shapes,
                                configuration.precision);
    const auto entry = reinterpret_cast<void (*)(void**)>(library->find("gputest_call"));
    return make_execution(
        info().name(),
        [entry](const KernelCall& call) -> Launch {
          const auto arguments = std::make_shared<Arguments>(call);
          return [entry, arguments] { entry(arguments->pointers()); };
        },
        configuration, shapes, device);
  }

  std::vector<std::string> platforms() const override { return {"cpu"}; }
  std::optional<LaunchPlan> plan(const DeviceInfo&, const Configuration&,
                                 const KernelSignature& shapes) const override {
    return plan_of(info().name(), shapes);
  }
  std::optional<KernelText> text(const Configuration&) const override {
    return owncode::own_text(code_);
  }

 private:
  owncode::OwnCode code_;
  mutable owncode::CompiledOnce<CompiledLibrary> libraries_;
};

}  // namespace
}  // namespace cpu

void add_own_cpu_kernel(Registry& registry, const OwnKernel& own) {
  registry.add(std::make_unique<cpu::OwnCpuKernel>(
      owncode::read_own_code(own, *registry.find_family(own.family), "cpu")));
}

}  // namespace gputest
