#include "common/owncode/system_compiler.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <regex>
#include <sstream>
#include <string_view>

#include "common/core/checksum.hpp"
#include "common/core/defences.hpp"
#include "common/core/error.hpp"
#include "common/core/host.hpp"
#include "common/core/run_tool.hpp"
#include "common/core/sanitizers.hpp"
#include "common/owncode/confinement.hpp"
#include "common/owncode/state.hpp"
#include "common/run/manifest.hpp"
#include "common/texts/cache.hpp"

namespace gputest::owncode {
namespace {

/// The compilers to try, each with its options.
std::vector<std::vector<std::string>> compilers() {
  const char* named = std::getenv("CXX");
  if (named != nullptr && !words_of(named).empty()) return {words_of(named)};
  return {{"c++"}, {"g++"}, {"clang++"}};
}

/// The first line of the compiler's answer to --version; none if it is missing.
std::optional<std::string> version_of(std::vector<std::string> compiler) {
  compiler.push_back("--version");
  const auto end = run_tool(compiler, "");
  if (!end) return std::nullopt;
  return end->messages.substr(0, end->messages.find('\n'));
}

/// The compiler's options with which accesses call functions.
std::vector<std::string> options_of_accesses(const std::string& version) {
  const bool is_clang = version.find("clang") != std::string::npos;
  std::vector<std::string> options{"-g1", "-fsanitize=kernel-address"};
  for (const char* setting :
       {"asan-instrumentation-with-call-threshold=0", "asan-stack=0", "asan-globals=0"})
    options.insert(options.end(), {is_clang ? "-mllvm" : "--param",
                                   fmt::format("{}{}", is_clang ? "-" : "", setting)});
  return options;
}

/// Whether the compiler reads no files except the text and the system's.
bool is_whole(const std::string& text, const std::vector<std::string>& options) {
  static const std::regex splice("\\\\\r?\n"),
      reading("(?:#|%:)[ \t]*(?:include|include_next|import|embed)\\b[ \t]*([^\n]*)");
  if (text.find("incbin") != text.npos || text.find("__has_include") != text.npos) return false;
  const std::string code = without_comments(std::regex_replace(text, splice, ""));
  for (std::sregex_iterator at(code.begin(), code.end(), reading), end; at != end; ++at) {
    const std::string file = (*at)[1];
    if (file[0] != '<' || file[1] == '/' || file.find("..") != file.npos) return false;
  }
  return std::none_of(options.begin(), options.end(), [](const std::string& option) {
    return option.size() < 2 || option[0] != '-' || std::string_view("iILlB").find(option[1]) < 5;
  });
}

/// Compiles the text to the file.
SystemOutput run_compiler(std::vector<std::string> words, const std::string& text) {
  const ScratchPath output = new_scratch_file(".so");
  words.insert(words.end(), {"-o", output.path(), "-x", "c++", "-"});
  const auto end = run_tool(words, text);
  if (!end) throw Error(Status::unavailable, fmt::format("there is no {}", words.front()));
  return {end->succeeded ? read_file(output.path()) : "", end->messages};
}

}  // namespace

SystemOutput compile_on_system(const std::string& file, const std::string& text,
                               const std::vector<std::string>& options, const std::string& what,
                               bool checks_accesses) {
  std::string names;
  for (std::vector<std::string> words : compilers()) {
    names += (names.empty() ? "" : ", ") + words.front();
    const auto version = version_of(words);
    if (!version) continue;
    const auto more = checks_accesses ? options_of_accesses(*version) : std::vector<std::string>();
    words.insert(words.end(), {"-std=c++20", "-pipe"});
    words.insert(words.end(), more.begin(), more.end());
    words.insert(words.end(), options.begin(), options.end());
    texts::Compiled compiled;
    compiled.compiler = *version;
    compiled.options = {words.begin() + 1, words.end()};
    const texts::CacheKey key{checksum(text), "host",
                              fmt::format("{} {} {}", *version, fmt::join(words, " "), cpu_name())};
    const bool is_kept = is_whole(text, options) && texts::can_keep();
    if (const auto found = is_kept ? texts::cached(key) : std::nullopt) return {found->code, ""};
    SystemOutput output = run_compiler(words, text);
    compiled.code = compiled.machine_code = output.code;
    if (is_kept && !output.code.empty()) texts::keep(key, file, compiled);
    return output;
  }
  throw Error(Status::unavailable, fmt::format("{} needs the system's compiler, but "
                                               "there is no {} (Debian: g++; CXX names another)",
                                               what, names));
}

ScratchPath program_file(const std::string& code, const std::string& ending) {
  ScratchPath file = new_scratch_file(ending);
  // The file is made again with its mode, because a process in a jail cannot change modes.
  unlink(file.path().c_str());
  const int made = open(file.path().c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRWXU);
  if (made < 0) throw Error(Status::bad_input, fmt::format("cannot make {}", file.path()));
  close(made);
  std::ofstream out(file.path(), std::ios::binary);
  if (!(out << code << std::flush))
    throw Error(Status::bad_input, fmt::format("cannot write {}", file.path()));
  return file;
}

CompiledLibrary::CompiledLibrary(const std::string& file, const std::string& text,
                                 const std::vector<std::string>& options, Checked checked)
    : file_(file) {
  std::vector<std::string> words{"-shared", "-fPIC"};
  words.insert(words.end(), options.begin(), options.end());
  const bool checks_accesses =
      checked == Checked::accesses && !GT_ASAN && !is_left_out(Defence::accesses);
  const SystemOutput output =
      compile_on_system(file, text, words, "a user's C++ kernel", checks_accesses);
  if (output.code.empty())
    throw Error(Status::bad_input, fmt::format("{} does not compile", file),
                ApiFailure{"C++", "the compiler", 1, output.messages});
  if (checked == Checked::state) require_stateless(file, output.code);
  ScratchPath library = program_file(output.code, ".so");
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
