#include "il_reference/r600/compiler.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <sstream>

#include "common/core/host.hpp"
#include "common/core/names.hpp"
#include "common/core/output_file.hpp"
#include "common/core/run_tool.hpp"
#include "common/core/scratch_folder.hpp"

namespace gputest {
namespace {

std::string library_path(const r600::Card& card) {
  return fmt::format("/usr/lib/clc/{}-r600--.bc", card.target);
}

/// Whether the program is in the PATH.
bool is_installed(std::string_view program) {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');)
    if (access(fmt::format("{}/{}", folder, program).c_str(), X_OK) == 0) return true;
  return false;
}

std::string library_of(const r600::Card& card) {
  const std::string path = library_path(card);
  if (!std::filesystem::exists(path))
    throw Error(Status::unavailable,
                fmt::format("code for {} needs {} and OpenCL's library for it, but there is no {} "
                            "(Debian 12: clang-15, libclc-15)",
                            card.target, kR600Compiler, path));
  return path;
}

/// The text without addresses, such as "0x55d8: ".
std::string without_addresses(std::string text) {
  for (auto at = text.find("0x"); at != text.npos; at = text.find("0x", at)) {
    auto end = std::min(text.find_first_not_of("0123456789abcdef", at + 2), text.size());
    if (end < text.size() && text[end] == ':') ++end;
    if (end < text.size() && text[end] == ' ') ++end;
    text.erase(at, end - at);
  }
  return text;
}

/// The compiler's first error, without the scratch folder and its addresses.
std::string first_error(const std::string& messages, const std::string& folder) {
  std::istringstream lines(messages);
  std::string first, line;
  while (std::getline(lines, line)) {
    if (first.empty()) first = line;
    if (line.find("error:") == line.npos) continue;
    first = line;
    break;
  }
  if (const auto at = first.find(folder); at != first.npos) first.erase(at, folder.size());
  return without_addresses(first);
}

}  // namespace

std::vector<std::string> r600_targets() {
  std::vector<std::string> targets;
  for (const r600::Card& card : r600::cards()) targets.emplace_back(card.target);
  return targets;
}

r600::Card r600_card(const std::string& target) {
  if (const auto card = r600::find_card(target)) return *card;
  throw Error(Status::usage, no_such("target", target, r600_targets()));
}

std::string r600_absence(const r600::Card& card) {
  std::error_code ignored;
  if (is_installed(kR600Compiler) && std::filesystem::exists(library_path(card), ignored))
    return "";
  return fmt::format(
      "code for {} needs {} and OpenCL's library for it (Debian 12: clang-15, "
      "libclc-15)",
      card.target, kR600Compiler);
}

std::string r600_assembly(const std::string& text, const std::string& options,
                          const r600::Card& card) {
  const std::string library = library_of(card);
  const ScratchFolder scratch;
  const std::string source = scratch.path("kernel.cl"), assembly = scratch.path("kernel.s");
  write_file_atomically(source, [&](std::ostream& out) { out << text; });
  std::vector<std::string> words{std::string(kR600Compiler), "-target", "r600--",
                                 fmt::format("-mcpu={}", card.target), "-x", "cl",
                                 "-D__OPENCL_VERSION__=120", "-w", "-O3",
                                 // Line 0 for code without a line; the code itself does not change.
                                 "-gline-tables-only", "-mllvm", "-use-unknown-locations=Enable"};
  std::istringstream more(options);
  for (std::string word; more >> word;) words.push_back(word);
  words.insert(words.end(),
               {"-Xclang", "-finclude-default-header", "-Xclang", "-mlink-builtin-bitcode",
                "-Xclang", library, "-S", "-o", assembly, source});
  const std::optional<ToolEnd> end = run_tool(words, "");
  if (!end)
    throw Error(Status::unavailable,
                fmt::format("code for {} needs {}, which is not installed (Debian 12: clang-15, "
                            "libclc-15)",
                            card.target, kR600Compiler));
  if (!end->succeeded)
    throw Error(Status::unavailable,
                fmt::format("{} cannot compile it for {}: {}", kR600Compiler, card.target,
                            first_error(end->messages, scratch.path() + "/")));
  return read_file(assembly);
}

r600::Code r600_code(const std::string& assembly, const std::string& kernel) {
  try {
    return r600::parse_assembly(assembly, kernel);
  } catch (const std::runtime_error& error) {
    throw Error(Status::unavailable, error.what());
  }
}

}  // namespace gputest
