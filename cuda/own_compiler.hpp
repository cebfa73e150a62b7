// Kernels of the user's own in CUDA: NVRTC compiles each for the device, NVIDIA's driver loads it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "common/device/device.hpp"
#include "common/owncode/nvrtc.hpp"
#include "common/owncode/own_code.hpp"
#include "common/owncode/parameters.hpp"

namespace gputest::cuda {

/// The Compiler of simt::OwnSimtKernel.
struct OwnCompiler {
  static constexpr owncode::Dialect kDialect = owncode::Dialect::cuda;

  /// What NVRTC made of a kernel's file.
  struct Code {
    owncode::CompiledCuda cuda;

    std::vector<owncode::Parameter> parameters(const std::string& kernel) const {
      return owncode::parameters_in(cuda.machine_code, kernel);
    }
  };

  static std::shared_ptr<const Code> compile(const owncode::OwnCode& code, const std::string& text,
                                             const DeviceInfo& device);

  /// The code, loaded on the device in use. Throws Error where the driver refuses it; what is
  /// returned does where it refuses a launch.
  static std::function<void(unsigned grid, unsigned block, void** arguments)> launch(
      const std::shared_ptr<const Code>& compiled, const std::string& kernel);
};

}  // namespace gputest::cuda
