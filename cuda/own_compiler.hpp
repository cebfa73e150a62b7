// User's kernels in CUDA: NVRTC compiles each for the device.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "common/device/device.hpp"
#include "common/owncode/own_code.hpp"
#include "common/owncode/parameters.hpp"

namespace gputest::cuda {

/// The Compiler of simt::OwnSimtKernel.
struct OwnCompiler {
  static constexpr owncode::Dialect kDialect = owncode::Dialect::cuda;

  /// The result of NVRTC for a kernel's file.
  struct Code {
    std::string code;          ///< for the driver
    std::string machine_code;  ///< for the device, or an older one

    std::vector<owncode::Parameter> parameters(const std::string& kernel) const {
      return owncode::parameters_in(machine_code, kernel);
    }
  };

  /// Throws as compile_cuda() does.
  static std::shared_ptr<const Code> compile(const owncode::OwnCode& code, const std::string& text,
                                             const DeviceInfo& device);
};

}  // namespace gputest::cuda
