#include "common/owncode/system_compiler.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>

#include "common/core/error.hpp"
#include "common/core/host.hpp"
#include "common/core/run_tool.hpp"
#include "common/core/scratch_path.hpp"
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

/// The result of the first available compiler.
ToolEnd compile(const std::vector<std::string>& options, const std::string& text) {
  std::string names;
  for (std::vector<std::string> words : compilers()) {
    names += (names.empty() ? "" : ", ") + words.front();
    words.insert(words.end(), options.begin(), options.end());
    if (auto end = run_tool(words, text)) return *std::move(end);
  }
  throw Error(Status::unavailable,
              fmt::format("a user's C++ kernel needs the system's compiler, but "
                          "there is no {} (Debian: g++; CXX names another)",
                          names));
}

}  // namespace

CompiledLibrary::CompiledLibrary(const std::string& file, const std::string& text,
                                 const std::vector<std::string>& options, bool stateless)
    : file_(file) {
  const ScratchPath library = new_scratch_file(".so");
  std::vector<std::string> words{"-std=c++20", "-shared", "-fPIC", "-pipe"};
  words.insert(words.end(), options.begin(), options.end());
  words.insert(words.end(), {"-o", library.path(), "-x", "c++", "-"});
  const ToolEnd end = compile(words, text);
  if (!end.succeeded)
    throw Error(Status::bad_input, fmt::format("{} does not compile", file),
                ApiFailure{"C++", "the compiler", 1, end.messages});
  if (stateless) require_stateless(file, read_file(library.path()));
  handle_ = dlopen(library.path().c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle_ == nullptr) {
    std::string reason = dlerror();
    if (const auto at = reason.find(library.path()); at != reason.npos)
      reason.replace(at, library.path().size(), "it");
    throw Error(Status::bad_input,
                fmt::format("{} compiles but cannot be loaded: {}", file, reason));
  }
}

void* CompiledLibrary::find(const char* name) const {
  void* address = dlsym(handle_, name);
  if (address == nullptr) throw Error(Status::bad_input, fmt::format("{} has no {}", file_, name));
  return address;
}

}  // namespace gputest::owncode
