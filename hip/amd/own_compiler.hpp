// Kernels of the user's own for AMD's GPUs: hiprtc, or else hipcc, makes a code object of each.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "common/device/device.hpp"
#include "common/owncode/own_code.hpp"
#include "common/owncode/parameters.hpp"
#include "hip/amd/launches.hpp"

namespace gputest::hip_amd {

/// The Compiler of simt::OwnSimtKernel.
struct OwnCompiler {
  static constexpr owncode::Dialect kDialect = owncode::Dialect::hip;

  /// A code object, which launches know by this object's address.
  struct Code {
    std::string bundle;
    std::string entry;

    std::vector<owncode::Parameter> parameters(const std::string& kernel) const {
      return owncode::parameters_in(bundle, kernel);
    }
  };

  /// Throws Error(unavailable) where there is neither, Error(bad_input) with the compiler's
  /// messages where it refuses the text.
  static std::shared_ptr<const Code> compile(const owncode::OwnCode& code, const std::string& text,
                                             const DeviceInfo& device);

  static auto launch(const std::shared_ptr<const Code>& compiled, const std::string&) {
    return [compiled](unsigned grid, unsigned block, void** arguments) {
      static_cast<void>(
          hipLaunchKernel(compiled.get(), dim3(grid), dim3(block), arguments, 0, nullptr));
    };
  }
};

}  // namespace gputest::hip_amd
