// User's kernels on a platform of common/simt, compiled when they are prepared.
#pragma once

#include <memory>
#include <utility>

#include "common/owncode/compiled_once.hpp"
#include "common/owncode/own_code.hpp"
#include "common/owncode/parameters.hpp"
#include "common/simt/backend.hpp"

namespace gputest::simt {

/// A user's kernel. Compiler defines how its text becomes a kernel:
///
///   kDialect                             the owncode::Dialect that it compiles
///   Code                                 the compiled code: has parameters(entry), the kernel's
///                                        owncode::Parameters
///   compile(OwnCode, text, DeviceInfo)   a std::shared_ptr<const Code>
///   launch(Code, entry)                  only for host functions: while the device is in use,
///                                        a function of grid, block and a pointer to each argument.
///                                        Otherwise Code has `code`, for Calls::load_module().
template <class Platform, class Compiler>
class OwnSimtKernel : public Kernel {
 public:
  explicit OwnSimtKernel(owncode::OwnCode code) : Kernel(code.info), code_(std::move(code)) {}

  std::unique_ptr<Execution> prepare(Device& device, const Configuration& configuration,
                                     const KernelSignature& shapes) const override {
    const std::string text =
        owncode::own_program(code_, Compiler::kDialect, configuration, shapes.specializations);
    const auto compiled = compiled_.get(device.info().target + "\n" + text, [&] {
      return Compiler::compile(code_, text, device.info());
    });
    owncode::require_parameters(code_.entry, compiled->parameters(code_.entry), shapes,
                                configuration.precision);
    const Pass pass = pass_of(configuration, shapes);
    const auto kernel = std::make_shared<LoadedKernel>();
    const auto bind = [this, compiled, pass, kernel](const KernelCall& call, Binding& binding) {
      const auto arguments = std::make_shared<owncode::Arguments>(call);
      const auto launch = launcher(compiled, *kernel, binding);
      const Extent grid(static_cast<unsigned>(pass.grid[0]), static_cast<unsigned>(pass.grid[1]));
      const Extent block(pass.block[0], pass.block[1]);
      binding.add(pass, [=] { launch(grid, block, arguments->pointers()); });
    };
    return make_simt_execution<Platform>(device, bind, code_.file.path, configuration, shapes);
  }

  std::vector<std::string> platforms() const override { return {Platform::kPrefix}; }
  std::optional<LaunchPlan> plan(const DeviceInfo&, const Configuration& configuration,
                                 const KernelSignature& shapes) const override {
    LaunchPlan plan;
    plan.passes = {pass_of(configuration, shapes)};
    for (const ArrayShape& shape : shapes.scratch) plan.scratch_bytes += shape.bytes();
    return plan;
  }
  std::optional<KernelText> text(const Configuration&) const override {
    return owncode::own_text(code_);
  }

 private:
  /// A function of grid, block and a pointer to each argument. It enqueues the kernel, which is
  /// loaded unless it has been.
  auto launcher(const std::shared_ptr<const typename Compiler::Code>& compiled,
                LoadedKernel& kernel, const Binding& binding) const {
    if constexpr (requires { Compiler::launch(compiled, code_.entry); }) {
      return Compiler::launch(compiled, code_.entry);
    } else {
      const Calls& calls = Platform::calls();
      if (!kernel) kernel = calls.find_kernel(calls.load_module(compiled->code), code_.entry);
      return
          [&calls, stream = binding.stream(), kernel](Extent grid, Extent block, void** arguments) {
            calls.launch(kernel, grid, block, stream, arguments);
          };
    }
  }

  Pass pass_of(const Configuration& configuration, const KernelSignature& shapes) const {
    return owncode::own_pass(code_, shapes, configuration.block);
  }

  owncode::OwnCode code_;
  mutable owncode::CompiledOnce<typename Compiler::Code> compiled_;
};

}  // namespace gputest::simt
