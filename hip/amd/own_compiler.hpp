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

/// Why hiprtc is not there, with what to install; empty where it is. `wanted` is what it compiles.
std::string why_no_hiprtc(const std::string& wanted);

/// Machine code of HIP's text for "gfx90a". `file` is what the text is called. Throws
/// Error(unavailable) where hiprtc gives an error, Error(bad_input) with its messages where it
/// refuses the text.
std::string compile_by_hiprtc(const std::string& file, const std::string& text,
                              const std::string& target, const std::vector<std::string>& options);

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
