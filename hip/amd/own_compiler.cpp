#include "hip/amd/own_compiler.hpp"

#include <fmt/format.h>
#include <hip/hip_version.h>

#include <cstdint>
#include <ostream>

#include "common/core/error.hpp"
#include "common/core/host.hpp"
#include "common/core/output_file.hpp"
#include "common/core/run_tool.hpp"
#include "common/core/scratch_path.hpp"
#include "common/owncode/run_time_compiler.hpp"

namespace gputest::hip_amd {
namespace {

/// "gfx906" of a device that is that target, or of the emulated "hip:gfx906".
std::string target_of(const DeviceInfo& device) {
  if (!device.target.empty()) return device.target;
  return device.id.substr(device.id.find(':') + 1);
}

/// Debian's, of the library that has hiprtc: until ROCm 6 the run-time library.
std::string hiprtc_package() {
  return fmt::format("{}{}", HIP_VERSION_MAJOR < 6 ? "libamdhip64-" : "libhiprtc",
                     HIP_VERSION_MAJOR);
}

const owncode::RunTimeCompiler& hiprtc() {
  // The versions are those of AMD's headers first.
  static const std::string own = std::to_string(HIP_VERSION_MAJOR);
  static const owncode::RunTimeCompiler opened(
      "hiprtc", {"libhiprtc.so." + own, "libamdhip64.so." + own, "libhiprtc.so",
                 "/opt/rocm/lib/libhiprtc.so"});
  return opened;
}

/// A code object as the one entry of a bundle, as hipcc makes it (LLVM's clang-offload-bundler).
std::string bundle_of(const std::string& code, const std::string& target) {
  const std::string entry = "hipv4-amdgcn-amd-amdhsa--" + target;
  constexpr std::uint64_t kStart = 4096;  // of the code, as hipcc aligns it
  std::string bundle = "__CLANG_OFFLOAD_BUNDLE__";
  for (const std::uint64_t number :
       {std::uint64_t{1}, kStart, std::uint64_t{code.size()}, std::uint64_t{entry.size()}})
    bundle.append(reinterpret_cast<const char*>(&number), sizeof number);
  bundle += entry;
  bundle.resize(kStart, '\0');
  return bundle + code;
}

std::string compile_by_hipcc(const owncode::OwnCode& code, const std::string& text,
                             const std::string& target) {
  const ScratchPath object = new_scratch_file(".hsaco");
  // As the kernels built in are compiled (cmake/hipcc.cmake).
  std::vector<std::string> words{"hipcc",
                                 "--genco",
                                 "-std=c++20",
                                 "-O3",
                                 "-fgpu-flush-denormals-to-zero",
                                 "--offload-arch=" + target};
  words.insert(words.end(), code.options.begin(), code.options.end());
  // hipcc goes by the file's name, and by this variable where CUDA is installed as well.
  const ScratchPath source = new_scratch_file(".hip");
  write_file_atomically(source.path(), [&](std::ostream& out) {
    out << "#include <hip/hip_runtime.h>\n" << text;
  });
  words.insert(words.end(), {"-o", object.path(), source.path()});
  const auto end = run_tool(words, "", {"HIP_PLATFORM=amd"});
  if (!end)
    throw Error(Status::unavailable,
                fmt::format("a kernel of one's own in HIP is compiled for AMD's GPUs by hiprtc or "
                            "hipcc, and there is neither: {} (Debian: {} or hipcc)",
                            hiprtc().absence(), hiprtc_package()));
  if (!end->succeeded)
    throw Error(Status::bad_input,
                fmt::format("{} does not compile for {}", code.file.path, target),
                ApiFailure{"HIP", "hipcc", 1, end->messages});
  return read_file(object.path());
}

}  // namespace

std::string why_no_hiprtc(const std::string& wanted) {
  if (hiprtc().is_there()) return "";
  return fmt::format(
      "{} by hiprtc, and there is {} (Debian: {})", wanted,
      hiprtc().absence().empty() ? "only one that lacks some of it" : "none: " + hiprtc().absence(),
      hiprtc_package());
}

std::string compile_by_hiprtc(const std::string& file, const std::string& text,
                              const std::string& target, const std::vector<std::string>& options) {
  std::vector<std::string> words{"--offload-arch=" + target, "-std=c++20", "-O3",
                                 "-fgpu-flush-denormals-to-zero"};
  words.insert(words.end(), options.begin(), options.end());
  const owncode::RunTimeProgram program(hiprtc(), file, text);
  program.compile(words, target);
  return program.get("Code");
}

std::shared_ptr<const OwnCompiler::Code> OwnCompiler::compile(const owncode::OwnCode& code,
                                                              const std::string& text,
                                                              const DeviceInfo& device) {
  const std::string target = target_of(device);
  const auto compiled = std::make_shared<const Code>(
      Code{hiprtc().is_there()
               ? bundle_of(compile_by_hiprtc(code.file.path, text, target, code.options), target)
               : compile_by_hipcc(code, text, target),
           code.entry});
  register_kernel(compiled.get(), compiled->bundle.data(), compiled->entry.c_str());
  // Launches keep its addresses.
  static std::vector<std::shared_ptr<const Code>> kept;
  kept.push_back(compiled);
  return compiled;
}

}  // namespace gputest::hip_amd
