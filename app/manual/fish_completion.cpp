#include "app/manual/fish_completion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gputest {
namespace {

// The subcommand is the first word, if any. For a comma-separated list, each candidate follows the
// text up to the last comma.
constexpr const char* kFishFunctions = R"(function __gputest_at
  set -l words (commandline -opc)
  set -l command ''
  if test (count $words) -gt 1; and not string match -q -- '-*' $words[2]
    set command $words[2]
  end
  test "$command" = "$argv[1]"
end
function __gputest_first
  test (count (commandline -opc)) -eq $argv[1]
end
function __gputest_list
  set -l token (string replace -r -- '^--?[^=]*=' '' (commandline -ct))
  set -l before (string match -r -- '^.*,' $token)
  for value in $argv
    echo "$before$value"
  end
end
complete -c gputest -e
)";

/// Quotes for fish; in single quotes it needs a backslash before a quote or a backslash.
std::string fish_quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') result += '\\';
    result += c;
  }
  return result + "'";
}

/// `-l api` for --api, `-s n` for -n.
std::string fish_names(const CompletedOption& option) {
  std::string text;
  for (const std::string& name : option.names)
    text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  return text;
}

std::string fish_option(const std::string& at, const CompletedOption& option) {
  std::string takes;
  if (option.takes_value) takes = " -r -F";  // a file
  if (!option.values.empty())
    takes =
        fmt::format(" -x -a {}",
                    fish_quoted(fmt::format("(__gputest_list {})", fmt::join(option.values, " "))));
  return fmt::format("{}{}{} -d {}\n", at, fish_names(option), takes, fish_quoted(option.help));
}

}  // namespace

std::string fish_completion(const CompletionTree& tree) {
  std::string text = kFishFunctions;
  for (const auto& [subcommand, command] : tree) {
    const std::string condition = "__gputest_at " + fish_quoted(subcommand);
    const std::string at = fmt::format("complete -c gputest -n {}", fish_quoted(condition));
    const std::string first =
        fmt::format("complete -c gputest -f -n {}",
                    fish_quoted(fmt::format("{}; and __gputest_first {}", condition,
                                            subcommand.empty() ? 1 : 2)));
    for (const std::string& child : command.children) {
      const auto found = tree.find(child);
      const std::string help =
          subcommand.empty() && found != tree.end() ? " -d " + fish_quoted(found->second.help) : "";
      text += fmt::format("{} -a {}{}\n", first, child, help);
    }
    if (!command.values.empty())
      text += fmt::format("{} -f -a {}\n", at,
                          fish_quoted(fmt::format("{}", fmt::join(command.values, " "))));
    for (const CompletedOption& option : command.options) text += fish_option(at, option);
  }
  return text;
}

}  // namespace gputest
