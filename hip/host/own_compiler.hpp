// User's kernels on hip:host: the system's compiler makes a library of each.
#pragma once

#include <fmt/format.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "common/core/error.hpp"
#include "common/device/device.hpp"
#include "common/device/watch.hpp"
#include "common/owncode/own_code.hpp"
#include "common/owncode/parameters.hpp"
#include "common/owncode/system_compiler.hpp"
#include "common/simt/calls.hpp"
#include "hip/host/errors.hpp"
#include "hip/host/forbidden.hpp"

namespace gputest::hip_host {

/// The Compiler of simt::OwnSimtKernel.
struct OwnCompiler {
  static constexpr owncode::Dialect kDialect = owncode::Dialect::hip_host;

  /// A library and the description of its kernel.
  struct Code {
    owncode::CompiledLibrary library;

    std::vector<owncode::Parameter> parameters(const std::string& kernel) const {
      const auto* text = static_cast<const char*>(library.find("gputest_parameters"));
      return owncode::parameters_in(std::string_view(text, owncode::kToldBytes), kernel);
    }
  };

  static std::shared_ptr<const Code> compile(const owncode::OwnCode& code, const std::string& text,
                                             const DeviceInfo&) {
    std::vector<std::string> options{"-O2", "-Wno-narrowing"};
    options.insert(options.end(), code.options.begin(), code.options.end());
    return std::make_shared<const Code>(
        Code{owncode::CompiledLibrary(code.file.path, text, options, owncode::Checked::accesses)});
  }

  static auto launch(const std::shared_ptr<const Code>& compiled, const std::string&) {
    const auto call = reinterpret_cast<void (*)(const unsigned*, const unsigned*, void**)>(
        compiled->library.find("gputest_launch"));
    return [call, compiled](simt::Extent grid, simt::Extent block, void** arguments) {
      const unsigned blocks[] = {grid.x, grid.y}, threads[] = {block.x, block.y};
      call(blocks, threads, arguments);
      if (const auto access = ::hip_host::take_forbidden_access())
        throw Overrun(fmt::format("{} {}", compiled->library.line_of(access->code), access->text));
      const std::string complaint = ::hip_host::last_launch_message();
      if (complaint.empty()) return;
      static_cast<void>(hipGetLastError());  // keep this error from the next launch
      throw Error(Status::bad_input, complaint);
    };
  }
};

}  // namespace gputest::hip_host
