#include "common/owncode/system_compiler.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "common/core/defences.hpp"
#include "common/core/error.hpp"
#include "common/core/host.hpp"
#include "common/core/run_tool.hpp"
#include "common/core/sanitizers.hpp"
#include "common/owncode/state.hpp"
#include "common/run/manifest.hpp"

namespace gputest::owncode {
namespace {

/// The compilers to try, each with its options.
std::vector<std::vector<std::string>> compilers() {
  const char* named = std::getenv("CXX");
  if (named != nullptr && !words_of(named).empty()) return {words_of(named)};
  return {{"c++"}, {"g++"}, {"clang++"}};
}

/// The compiler's options with which accesses call functions.
std::vector<std::string> options_of_accesses(std::vector<std::string> compiler) {
  compiler.push_back("--version");
  const auto version = run_tool(compiler, "");
  const bool is_clang = version && version->messages.find("clang") != std::string::npos;
  std::vector<std::string> options{"-g1", "-fsanitize=kernel-address"};
  for (const char* setting :
       {"asan-instrumentation-with-call-threshold=0", "asan-stack=0", "asan-globals=0"})
    options.insert(options.end(), {is_clang ? "-mllvm" : "--param",
                                   fmt::format("{}{}", is_clang ? "-" : "", setting)});
  return options;
}

/// The result of the first available compiler.
ToolEnd compile(const std::vector<std::string>& options, bool checks_accesses,
                const std::string& text, const std::string& what) {
  std::string names;
  for (std::vector<std::string> words : compilers()) {
    names += (names.empty() ? "" : ", ") + words.front();
    const auto more = checks_accesses ? options_of_accesses(words) : std::vector<std::string>();
    words.insert(words.end(), more.begin(), more.end());
    words.insert(words.end(), options.begin(), options.end());
    if (auto end = run_tool(words, text)) return *std::move(end);
  }
  throw Error(Status::unavailable, fmt::format("{} needs the system's compiler, but "
                                               "there is no {} (Debian: g++; CXX names another)",
                                               what, names));
}

}  // namespace

ToolEnd run_system_compiler(const std::vector<std::string>& options, const std::string& text,
                            const std::string& what) {
  return compile(options, false, text, what);
}

CompiledLibrary::CompiledLibrary(const std::string& file, const std::string& text,
                                 const std::vector<std::string>& options, Checked checked)
    : file_(file) {
  ScratchPath library = new_scratch_file(".so");
  std::vector<std::string> words{"-std=c++20", "-shared", "-fPIC", "-pipe"};
  words.insert(words.end(), options.begin(), options.end());
  words.insert(words.end(), {"-o", library.path(), "-x", "c++", "-"});
  const bool checks_accesses =
      checked == Checked::accesses && !GT_ASAN && !is_left_out(Defence::accesses);
  const ToolEnd end = compile(words, checks_accesses, text, "a user's C++ kernel");
  if (!end.succeeded)
    throw Error(Status::bad_input, fmt::format("{} does not compile", file),
                ApiFailure{"C++", "the compiler", 1, end.messages});
  if (checked == Checked::state) require_stateless(file, read_file(library.path()));
  handle_ = dlopen(library.path().c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle_ == nullptr) {
    std::string reason = dlerror();
    if (const auto at = reason.find(library.path()); at != reason.npos)
      reason.replace(at, library.path().size(), "it");
    throw Error(Status::bad_input,
                fmt::format("{} compiles but cannot be loaded: {}", file, reason));
  }
  if (checks_accesses) library_ = std::move(library);
}

void* CompiledLibrary::find(const char* name) const {
  void* address = dlsym(handle_, name);
  if (address == nullptr) throw Error(Status::bad_input, fmt::format("{} has no {}", file_, name));
  return address;
}

std::string CompiledLibrary::line_of(const void* code) const {
  Dl_info place{};
  if (library_.path().empty() || dladdr(code, &place) == 0) return file_;
  const auto at = static_cast<const char*>(code) - static_cast<const char*>(place.dli_fbase) - 1;
  const auto end =
      run_tool({"addr2line", "-i", "-e", library_.path(), fmt::format("{:#x}", at)}, "");
  if (!end || !end->succeeded) return file_;
  std::istringstream places(end->messages);  // of the function, then of those that it is inlined in
  for (std::string line; std::getline(places, line);) {
    line.resize(std::min(line.find(' '), line.size()));
    const auto colon = line.rfind(':');
    if (colon == line.npos || line.find('?') != line.npos) continue;
    const std::filesystem::path name = std::filesystem::path(line.substr(0, colon)).filename();
    // GCC and Clang name their standard input in places.
    if (name == "<stdin>" || name == "-" || name == std::filesystem::path(file_).filename())
      return file_ + line.substr(colon);
  }
  return file_;
}

}  // namespace gputest::owncode
