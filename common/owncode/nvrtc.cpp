#include "common/owncode/nvrtc.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "common/core/error.hpp"
#include "common/core/parse_number.hpp"
#include "common/core/shared_library.hpp"

namespace gputest::owncode {
namespace {

// Of nvrtc.h, since the program is built without CUDA too.
struct NvrtcProgram;
constexpr int kNvrtcSuccess = 0, kNvrtcCompilation = 6;

/// The library's functions.
struct Nvrtc {
  // The loader's own places, and those of NVIDIA's installer, which it may not know.
  SharedLibrary library{"libnvrtc.so",
                        "libnvrtc.so.13",
                        "libnvrtc.so.12",
                        "libnvrtc.so.11.2",
                        "/usr/local/cuda/lib64/libnvrtc.so",
                        "/usr/local/cuda/lib/libnvrtc.so",
                        "/usr/local/cuda/targets/x86_64-linux/lib/libnvrtc.so"};
  const char* (*error_text)(int) = nullptr;
  int (*version)(int*, int*) = nullptr;
  int (*create)(NvrtcProgram**, const char*, const char*, int, const char* const*,
                const char* const*) = nullptr;
  int (*destroy)(NvrtcProgram**) = nullptr;
  int (*compile)(NvrtcProgram*, int, const char* const*) = nullptr;
  int (*log_size)(NvrtcProgram*, std::size_t*) = nullptr;
  int (*log)(NvrtcProgram*, char*) = nullptr;
  int (*cubin_size)(NvrtcProgram*, std::size_t*) = nullptr;
  int (*cubin)(NvrtcProgram*, char*) = nullptr;
  int (*ptx_size)(NvrtcProgram*, std::size_t*) = nullptr;
  int (*ptx)(NvrtcProgram*, char*) = nullptr;
  int (*target_count)(int*) = nullptr;
  int (*targets)(int*) = nullptr;
  bool is_whole = false;  ///< has all of these

  Nvrtc() {
    is_whole =
        library.find(error_text, "nvrtcGetErrorString") && library.find(version, "nvrtcVersion") &&
        library.find(create, "nvrtcCreateProgram") &&
        library.find(destroy, "nvrtcDestroyProgram") &&
        library.find(compile, "nvrtcCompileProgram") &&
        library.find(log_size, "nvrtcGetProgramLogSize") &&
        library.find(log, "nvrtcGetProgramLog") && library.find(cubin_size, "nvrtcGetCUBINSize") &&
        library.find(cubin, "nvrtcGetCUBIN") && library.find(ptx_size, "nvrtcGetPTXSize") &&
        library.find(ptx, "nvrtcGetPTX") &&
        library.find(target_count, "nvrtcGetNumSupportedArchs") &&
        library.find(targets, "nvrtcGetSupportedArchs");
  }
};

const Nvrtc& nvrtc() {
  static const Nvrtc opened;
  return opened;
}

void require(int code, const char* call) {
  if (code == kNvrtcSuccess) return;
  throw Error(Status::unavailable,
              fmt::format("{} gave error {}: {}", call, code, nvrtc().error_text(code)),
              ApiFailure{"NVRTC", call, code, ""});
}

/// A program, while this lives.
class Program {
 public:
  Program(const std::string& file, const std::string& text) {
    require(nvrtc().create(&program_, text.c_str(), file.c_str(), 0, nullptr, nullptr),
            "nvrtcCreateProgram");
  }
  ~Program() { static_cast<void>(nvrtc().destroy(&program_)); }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  NvrtcProgram* get() const { return program_; }

  using GetSize = int (*)(NvrtcProgram*, std::size_t*);
  using Get = int (*)(NvrtcProgram*, char*);
  std::string text(GetSize size_of, Get copy, const char* call) const {
    std::size_t size = 0;
    require(size_of(program_, &size), call);
    std::string text(size, '\0');
    if (size > 0) require(copy(program_, text.data()), call);
    return text;
  }

 private:
  NvrtcProgram* program_ = nullptr;
};

/// The number of "sm_90".
int number_of(const std::string& target) {
  const auto number = parse_number<int>(target.substr(std::min<std::size_t>(target.size(), 3)));
  if (!target.starts_with("sm_") || !number)
    throw Error(Status::unavailable,
                fmt::format("NVRTC compiles for sm_…, and not for '{}'", target));
  return *number;
}

/// The target, or where NVRTC is older than that the newest that it knows.
int nearest_target(int target) {
  int count = 0;
  require(nvrtc().target_count(&count), "nvrtcGetNumSupportedArchs");
  std::vector<int> known(static_cast<std::size_t>(count));
  require(nvrtc().targets(known.data()), "nvrtcGetSupportedArchs");
  int newest = 0;
  for (const int one : known)
    if (one <= target) newest = std::max(newest, one);
  if (newest > 0) return newest;
  int major = 0, minor = 0;
  static_cast<void>(nvrtc().version(&major, &minor));
  throw Error(Status::unavailable, fmt::format("NVRTC {}.{} compiles for nothing as old as sm_{}",
                                               major, minor, target));
}

/// The compiler's messages, without the blanks behind them.
std::string messages_of(const Program& program) {
  std::string messages = program.text(nvrtc().log_size, nvrtc().log, "nvrtcGetProgramLog");
  while (!messages.empty() && (messages.back() == '\0' || messages.back() == '\n'))
    messages.pop_back();
  return messages;
}

}  // namespace

std::string why_no_nvrtc() {
  if (nvrtc().is_whole) return "";
  return fmt::format(
      "a kernel of one's own in CUDA is compiled by NVRTC, and there is {} (Debian: libnvrtc11.2; "
      "NVIDIA: cuda-nvrtc)",
      nvrtc().library.is_there() ? "only one that is too old"
                                 : "none: " + nvrtc().library.absence());
}

CompiledCuda compile_cuda(const std::string& file, const std::string& text,
                          const std::string& target, const std::vector<std::string>& options) {
  if (const std::string reason = why_no_nvrtc(); !reason.empty())
    throw Error(Status::unavailable, reason);
  const int wanted = number_of(target), nearest = nearest_target(wanted);
  const Program program(file, text);
  // Subnormal numbers are zero, as they are for the kernels built in.
  std::vector<std::string> words{fmt::format("--gpu-architecture=sm_{}", nearest), "--std=c++17",
                                 "--ftz=true"};
  words.insert(words.end(), options.begin(), options.end());
  std::vector<const char*> argv;
  for (const std::string& word : words) argv.push_back(word.c_str());
  const int code = nvrtc().compile(program.get(), static_cast<int>(argv.size()), argv.data());
  if (code != kNvrtcSuccess)
    throw Error(code == kNvrtcCompilation ? Status::bad_input : Status::unavailable,
                fmt::format("{} does not compile for sm_{}", file, nearest),
                ApiFailure{"NVRTC", "nvrtcCompileProgram", code, messages_of(program)});
  CompiledCuda compiled;
  compiled.machine_code = program.text(nvrtc().cubin_size, nvrtc().cubin, "nvrtcGetCUBIN");
  compiled.image = nearest == wanted ? compiled.machine_code
                                     : program.text(nvrtc().ptx_size, nvrtc().ptx, "nvrtcGetPTX");
  return compiled;
}

}  // namespace gputest::owncode
