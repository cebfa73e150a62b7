// AMD's compilers: hiprtc, or hipcc if hiprtc is missing.
#pragma once

#include <string>
#include <vector>

#include "common/device/device.hpp"
#include "common/owncode/own_code.hpp"
#include "common/owncode/parameters.hpp"
#include "common/texts/compiler.hpp"

namespace gputest::hip_amd {

/// The compiler of kernel texts, for targets such as "gfx90a".
const texts::Compiler& amd_compiler();

/// The Compiler of simt::OwnSimtKernel.
struct OwnCompiler {
  static constexpr owncode::Dialect kDialect = owncode::Dialect::hip;

  /// A code object.
  struct Code {
    std::string code;

    std::vector<owncode::Parameter> parameters(const std::string& kernel) const {
      return owncode::parameters_in(code, kernel);
    }
  };

  /// Throws Error(unavailable) if there is no compiler, Error(bad_input) with its messages if it
  /// rejects the text.
  static std::shared_ptr<const Code> compile(const owncode::OwnCode& code, const std::string& text,
                                             const DeviceInfo& device);
};

}  // namespace gputest::hip_amd
