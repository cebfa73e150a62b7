#include "common/texts/nvrtc.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "common/core/error.hpp"
#include "common/core/parse_number.hpp"
#include "common/texts/run_time_compiler.hpp"

namespace gputest::texts {
namespace {

const RunTimeCompiler& nvrtc() {
  // The loader's default places, and those of NVIDIA's installer, which the loader may not know.
  static const RunTimeCompiler opened(
      "nvrtc", {"libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2",
                "/usr/local/cuda/lib64/libnvrtc.so", "/usr/local/cuda/lib/libnvrtc.so",
                "/usr/local/cuda/targets/x86_64-linux/lib/libnvrtc.so"});
  return opened;
}

/// The folder of CUDA's headers, which NVRTC does not search by itself; empty if there is none.
/// Packages, NVIDIA's installer and the wheels put it beside NVRTC's own folder.
std::string headers_of_cuda() {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::path here = fs::canonical(nvrtc().path(), ignored).parent_path();
  if (here.empty()) return "";
  for (const fs::path& folder :
       {here / "../include", here / "../../include", here / "../../cuda_runtime/include",
        here / "../targets/x86_64-linux/include", fs::path("/usr/local/cuda/include")})
    if (fs::exists(folder / "cuda_fp16.h", ignored)) return fs::canonical(folder, ignored);
  return "";
}

/// Functions of nvrtc.h that hiprtc does not have, since CUDA 11.2.
struct Targets {
  int (*version)(int*, int*) = nullptr;
  int (*count)(int*) = nullptr;
  int (*list)(int*) = nullptr;
  bool are_told = nvrtc().find(version, "Version") && nvrtc().find(count, "GetNumSupportedArchs") &&
                  nvrtc().find(list, "GetSupportedArchs");
};

const Targets& targets() {
  static const Targets found;
  return found;
}

/// The number of "sm_90".
int number_of(const std::string& target) {
  const auto number = parse_number<int>(target.substr(std::min<std::size_t>(target.size(), 3)));
  if (!target.starts_with("sm_") || !number)
    throw Error(Status::unavailable,
                fmt::format("NVRTC compiles for targets like sm_90, not for '{}'", target));
  return *number;
}

/// The target or, if NVRTC is older than the target, the newest target that it knows.
int nearest_target(int target) {
  int count = 0;
  nvrtc().require(targets().count(&count), "GetNumSupportedArchs");
  std::vector<int> known(static_cast<std::size_t>(count));
  nvrtc().require(targets().list(known.data()), "GetSupportedArchs");
  int newest = 0;
  for (const int one : known)
    if (one <= target) newest = std::max(newest, one);
  if (newest > 0) return newest;
  int major = 0, minor = 0;
  static_cast<void>(targets().version(&major, &minor));
  throw Error(
      Status::unavailable,
      fmt::format("NVRTC {}.{} does not support targets as old as sm_{}", major, minor, target));
}

}  // namespace

std::string why_no_nvrtc(const std::string& wanted, int least_major) {
  int major = 0, minor = 0;
  if (nvrtc().is_there() && targets().are_told &&
      (least_major == 0 || (targets().version(&major, &minor) == 0 && major >= least_major)))
    return "";
  return fmt::format(
      "{} by NVRTC, but NVRTC is {} (install CUDA 12 or later: NVIDIA's package cuda-nvrtc, or the "
      "wheel nvidia-cuda-nvrtc with its folder in LD_LIBRARY_PATH)",
      wanted, nvrtc().absence().empty() ? "too old" : "missing: " + nvrtc().absence());
}

std::string nvrtc_name() { return "NVRTC " + nvrtc().version(); }

std::string nvrtc_target(const std::string& target) {
  if (const std::string reason = why_no_nvrtc(); !reason.empty())
    throw Error(Status::unavailable, reason);
  return fmt::format("sm_{}", nearest_target(number_of(target)));
}

std::vector<std::string> own_cuda_options(const std::vector<std::string>& more) {
  std::vector<std::string> all{"--std=c++17", "--ftz=true"};
  static const std::string headers = headers_of_cuda();
  if (!headers.empty()) all.push_back("--include-path=" + headers);
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

CompiledCuda compile_cuda(const std::string& file, const std::string& text,
                          const std::string& target, const std::vector<std::string>& options,
                          const std::map<std::string, std::string>& headers) {
  const std::string compiled_for = nvrtc_target(target);
  std::vector<std::string> words{"--gpu-architecture=" + compiled_for};
  words.insert(words.end(), options.begin(), options.end());
  const RunTimeProgram program(nvrtc(), file, text, headers);
  program.compile(words, compiled_for);
  CompiledCuda compiled;
  compiled.machine_code = program.get("CUBIN");
  compiled.ptx = program.get("PTX");
  compiled.image = compiled_for == target ? compiled.machine_code : compiled.ptx;
  return compiled;
}

}  // namespace gputest::texts
