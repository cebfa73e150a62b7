#include "common/texts/process.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>

#include "common/core/error.hpp"
#include "common/core/host.hpp"
#include "common/core/run_tool.hpp"
#include "common/core/scratch_folder.hpp"

namespace gputest::texts {
namespace {

namespace fs = std::filesystem;

void write(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  if (!(std::ofstream(path, std::ios::binary) << text << std::flush))
    throw Error(Status::bad_input, fmt::format("cannot write {}", path.string()));
}

}  // namespace

std::string compile_by_process(const std::vector<std::string>& words, const Program& program,
                               const std::string& target, const std::string& source_ending,
                               const std::vector<std::string>& variables) {
  const ScratchFolder folder;
  for (const auto& [name, text] : program.headers) write(folder.path(name), text);
  const std::string source = folder.path("text" + source_ending), output = folder.path("code");
  write(source, program.text);
  std::vector<std::string> all = words;
  for (const std::string& word : {"-I" + folder.path(), std::string("-o"), output, source})
    all.push_back(word);
  const auto end = run_tool(all, "", variables);
  if (!end) throw Error(Status::unavailable, fmt::format("there is no {}", words.front()));
  for (const char* unknown :
       {"invalid target ID", "Unsupported gpu architecture", "is not defined for option"})
    if (!end->succeeded && end->messages.find(unknown) != std::string::npos)
      throw Error(Status::unavailable, fmt::format("{} does not know {}", words.front(), target),
                  ApiFailure{words.front(), words.front(), 1, end->messages});
  if (!end->succeeded)
    throw Error(Status::bad_input, fmt::format("{} does not compile for {}", program.file, target),
                ApiFailure{words.front(), words.front(), 1, end->messages});
  return read_file(output);
}

std::string version_of_process(const std::vector<std::string>& words, const std::string& pattern) {
  const auto end = run_tool(words, "");
  std::smatch found;
  if (!end || !std::regex_search(end->messages, found, std::regex(pattern))) return "";
  return found[1];
}

}  // namespace gputest::texts
