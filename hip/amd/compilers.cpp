#include "hip/amd/compilers.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "common/codeobject/device_code.hpp"
#include "common/core/error.hpp"
#include "common/owncode/state.hpp"
#include "common/texts/process.hpp"
#include "hip/amd/hiprtc.hpp"

namespace gputest::hip_amd {
namespace {

/// Flushes subnormal numbers to zero, as for CUDA.
const std::vector<std::string> kOptions{"-std=c++20", "-O3", "-fgpu-flush-denormals-to-zero"};

/// "gfx906" for a device of that target, or for the emulated "hip:gfx906".
std::string target_of(const DeviceInfo& device) {
  if (!device.target.empty()) return device.target;
  return device.id.substr(device.id.find(':') + 1);
}

/// Compiles with hipcc. It needs the file's ending and, if CUDA is installed too, HIP_PLATFORM.
std::string compile_by_hipcc(const texts::Program& program, const std::string& target,
                             const std::vector<std::string>& options) {
  std::vector<std::string> words{"hipcc", "--genco", "--offload-arch=" + target};
  words.insert(words.end(), kOptions.begin(), kOptions.end());
  words.insert(words.end(), options.begin(), options.end());
  const std::string bundle =
      texts::compile_by_process(words, program, target, ".hip", {"HIP_PLATFORM=amd"});
  for (const DeviceCode& code : find_device_code(bundle))
    if (code.kind == CodeKind::amd && code.target == target) return std::string(code.bytes);
  throw Error(Status::unavailable, fmt::format("hipcc produced no code for {}", target));
}

/// If a HIP is older than a target, its compiler crashes or names another cause.
std::string why_unknown(const std::string& name, const std::string& version,
                        const std::string& target) {
  int major = 0, minor = 0;
  const bool is_told = std::sscanf(version.c_str(), "%d.%d", &major, &minor) == 2;
  if (target != "gfx942" || !is_told || major > 5 || (major == 5 && minor >= 7)) return "";
  return fmt::format("{} does not know {}; HIP 6 or later does", name, target);
}
void require_known(const texts::Compiler& compiler, const std::string& target) {
  if (std::string reason = compiler.ignorance(target); !reason.empty())
    throw Error(Status::unavailable, reason);
}

class Hiprtc : public texts::Compiler {
 public:
  std::string absence() const override { return why_no_hiprtc("compile a kernel"); }
  std::string name() const override { return "hiprtc " + hiprtc_version(); }
  std::string ignorance(const std::string& target) const override {
    return why_unknown(name(), hiprtc_version(), target);
  }
  texts::Reader reader() const override { return texts::Reader::library; }
  std::vector<std::string> options() const override { return kOptions; }
  texts::Compiled compile(const texts::Program& program, const std::string& target) const override {
    require_known(*this, target);
    std::string code =
        compile_by_hiprtc(program.file, program.text, target, kOptions, program.headers);
    return {code, code, "", name(), kOptions};
  }
};

class Hipcc : public texts::Compiler {
 public:
  std::string absence() const override {
    return version().empty() ? why_no_hiprtc("compile a kernel") + "; hipcc is missing too" : "";
  }
  std::string name() const override { return "hipcc " + version(); }
  std::string ignorance(const std::string& target) const override {
    return why_unknown(name(), version(), target);
  }
  texts::Reader reader() const override { return texts::Reader::process; }
  std::vector<std::string> options() const override { return kOptions; }
  texts::Compiled compile(const texts::Program& program, const std::string& target) const override {
    require_known(*this, target);
    texts::Program with_header = program;
    with_header.text = "#include <hip/hip_runtime.h>\n" + program.text;
    std::string code = compile_by_hipcc(with_header, target, {});
    return {code, code, "", name(), kOptions};
  }

 private:
  static const std::string& version() {
    static const std::string found =
        texts::version_of_process({"hipcc", "--version"}, "HIP version: ([0-9]+\\.[0-9]+)");
    return found;
  }
};

std::shared_ptr<const OwnCompiler::Code> code_of(const std::string& file, std::string code) {
  owncode::require_stateless(file, code);
  return std::make_shared<const OwnCompiler::Code>(OwnCompiler::Code{std::move(code)});
}

}  // namespace

const texts::Compiler& amd_compiler() {
  static const Hiprtc library;
  static const Hipcc process;
  return library.absence().empty() ? static_cast<const texts::Compiler&>(library) : process;
}

std::shared_ptr<const OwnCompiler::Code> OwnCompiler::compile(const owncode::OwnCode& code,
                                                              const std::string& text,
                                                              const DeviceInfo& device) {
  const std::string target = target_of(device);
  require_known(amd_compiler(), target);
  if (hiprtc().is_there()) {
    std::vector<std::string> options = kOptions;
    options.insert(options.end(), code.options.begin(), code.options.end());
    return code_of(code.file.path, compile_by_hiprtc(code.file.path, text, target, options));
  }
  if (const std::string absence = amd_compiler().absence(); !absence.empty())
    throw Error(Status::unavailable,
                fmt::format("a user's kernel in HIP needs hiprtc or hipcc to compile for AMD's "
                            "GPUs, but neither is there: {} (Debian: {} or hipcc)",
                            hiprtc().absence(), hiprtc_package()));
  const texts::Program program{code.file.path, "#include <hip/hip_runtime.h>\n" + text, {}};
  return code_of(code.file.path, compile_by_hipcc(program, target, code.options));
}

}  // namespace gputest::hip_amd
