#include "hip/amd/own_compiler.hpp"

#include <fmt/format.h>

#include "common/core/error.hpp"
#include "common/core/host.hpp"
#include "common/core/output_file.hpp"
#include "common/core/run_tool.hpp"
#include "common/core/scratch_path.hpp"

namespace gputest::hip_amd {
namespace {

/// "gfx906" of a device that is that target, or of the emulated "hip:gfx906".
std::string target_of(const DeviceInfo& device) {
  if (!device.target.empty()) return device.target;
  return device.id.substr(device.id.find(':') + 1);
}

}  // namespace

std::shared_ptr<const OwnCompiler::Code> OwnCompiler::compile(const owncode::OwnCode& code,
                                                              const std::string& text,
                                                              const DeviceInfo& device) {
  const ScratchPath object = new_scratch_file(".hsaco");
  // As the kernels built in are compiled (cmake/hipcc.cmake).
  std::vector<std::string> words{"hipcc",
                                 "--genco",
                                 "-std=c++20",
                                 "-O3",
                                 "-fgpu-flush-denormals-to-zero",
                                 "--offload-arch=" + target_of(device)};
  words.insert(words.end(), code.options.begin(), code.options.end());
  // hipcc goes by the file's name, and by this variable where CUDA is installed as well.
  const ScratchPath source = new_scratch_file(".hip");
  write_file_atomically(source.path(), [&](std::ostream& out) { out << text; });
  words.insert(words.end(), {"-o", object.path(), source.path()});
  const auto end = run_tool(words, "", {"HIP_PLATFORM=amd"});
  if (!end)
    throw Error(Status::unavailable,
                "a kernel of one's own in HIP is compiled for AMD's GPUs by hipcc, and there is "
                "none (Debian: hipcc)");
  if (!end->succeeded)
    throw Error(Status::bad_input,
                fmt::format("{} does not compile for {}", code.file.path, target_of(device)),
                ApiFailure{"HIP", "hipcc", 1, end->messages});
  const auto compiled = std::make_shared<const Code>(Code{read_file(object.path()), code.entry});
  register_kernel(compiled.get(), compiled->bundle.data(), compiled->entry.c_str());
  // Launches keep its addresses.
  static std::vector<std::shared_ptr<const Code>> kept;
  kept.push_back(compiled);
  return compiled;
}

}  // namespace gputest::hip_amd
