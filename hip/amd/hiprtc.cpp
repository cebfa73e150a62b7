#include "hip/amd/hiprtc.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <hip/hip_version.h>

#include <charconv>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>

#include "common/core/error.hpp"
#include "common/core/host.hpp"
#include "common/core/run_tool.hpp"
#include "common/core/scratch_path.hpp"

namespace gputest::hip_amd {
namespace {

namespace fs = std::filesystem;

/// The program of hiprtc_process.cpp: next to this program, or in the installation's folder.
std::string compiling_program() {
  Dl_info here{};
  std::error_code error;
  fs::path file = fs::read_symlink("/proc/self/exe", error);
  std::vector<fs::path> folders{file.parent_path()};
  if (dladdr(reinterpret_cast<const void*>(&compiling_program), &here) != 0)
    folders.push_back(fs::absolute(here.dli_fname, error).parent_path());
  for (const fs::path& folder : folders)
    for (const char* way : {".", "..", "../lib/gputest", "gputest"})
      if (const fs::path found = folder / way / "gputest-hiprtc"; fs::exists(found, error))
        return found.string();
  const fs::path installed = fs::path(GT_MODULE_FOLDER) / "gputest-hiprtc";
  if (fs::exists(installed, error)) return installed.string();
  throw Error(Status::unavailable, fmt::format("there is no gputest-hiprtc next to {} or in {}",
                                               file.string(), installed.parent_path().string()));
}

}  // namespace

std::string hiprtc_package() {
  // Before ROCm 6, the run-time library contains it.
  return fmt::format("{}{}", HIP_VERSION_MAJOR < 6 ? "libamdhip64-" : "libhiprtc",
                     HIP_VERSION_MAJOR);
}

const texts::RunTimeCompiler& hiprtc() {
  // Tries the version of AMD's headers first.
  static const std::string own = std::to_string(HIP_VERSION_MAJOR);
  static const texts::RunTimeCompiler opened(
      "hiprtc", {"libhiprtc.so." + own, "libamdhip64.so." + own, "libhiprtc.so",
                 "/opt/rocm/lib/libhiprtc.so"});
  return opened;
}

const std::string& hiprtc_version() {
  static const std::string found = [] {
    int (*function)(void*, int, const char* const*) = nullptr;
    Dl_info library{};
    std::error_code error;
    if (hiprtc().find(function, "CompileProgram") &&
        dladdr(reinterpret_cast<const void*>(function), &library) != 0) {
      const std::string file = fs::canonical(library.dli_fname, error).filename().string();
      std::smatch version;
      if (std::regex_search(file, version, std::regex("\\.so\\.([0-9]+\\.[0-9]+)")))
        return version[1].str();
    }
    return hiprtc().version();
  }();
  return found;
}

std::string why_no_hiprtc(const std::string& wanted) {
  if (hiprtc().is_there()) return "";
  return fmt::format("hiprtc is needed to {}, but {} (Debian: {})", wanted,
                     hiprtc().absence().empty() ? "the one here lacks functions"
                                                : "it is missing: " + hiprtc().absence(),
                     hiprtc_package());
}

std::string compile_by_hiprtc(const std::string& file, const std::string& text,
                              const std::string& target, const std::vector<std::string>& options,
                              const std::map<std::string, std::string>& headers) {
  std::vector<std::string> words{"--offload-arch=" + target};
  words.insert(words.end(), options.begin(), options.end());
  const nlohmann::json request{
      {"file", file}, {"text", text}, {"headers", headers}, {"options", words}, {"target", target}};
  const ScratchPath code = new_scratch_file(".code");
  const auto end = run_tool({compiling_program(), code.path()}, request.dump());
  if (end && end->succeeded) return read_file(code.path());
  const std::string messages = end ? end->messages : "";
  int status = 0;
  const auto line = std::min(messages.find('\n'), messages.size());
  std::from_chars(messages.data(), messages.data() + line, status);
  if (static_cast<Status>(status) == Status::bad_input)
    throw Error(Status::bad_input, fmt::format("{} does not compile for {}", file, target),
                ApiFailure{"hiprtc", "hiprtcCompileProgram", 6, messages.substr(line + 1)});
  if (status == 0)
    throw Error(Status::unavailable,
                fmt::format("hiprtc {} does not know {} and crashes", hiprtc_version(), target));
  throw Error(Status::unavailable,
              fmt::format("hiprtc cannot compile for {}: {}", target, messages.substr(line + 1)));
}

}  // namespace gputest::hip_amd
