#include "app/completion.hpp"

#include <fmt/format.h>

#include "common/core/error.hpp"

namespace gputest {
namespace {

/// One `case` arm for each option with known values, then the words and options of each
/// subcommand. zsh runs it too, through bashcompinit.
std::string function_text(const CompletionTree& tree) {
  std::string values, words;
  for (const auto& [subcommand, completed] : tree) {
    std::vector<std::string> all = completed.words;
    for (const auto& [option, choices] : completed.options) {
      all.push_back(choices.empty() ? option : option + "=");
      if (!choices.empty())
        values += fmt::format("    {}:{}) choices=\"{}\" ;;\n", subcommand, option,
                              fmt::join(choices, " "));
    }
    words += fmt::format("    {}) choices=\"{}\" ;;\n", subcommand.empty() ? "''" : subcommand,
                         fmt::join(all, " "));
  }
  // Bash splits words at "=", so "--api=opencl" arrives as three words. A comma-separated list is
  // completed after its last comma.
  return fmt::format(R"(_gputest() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}}
  local subcommand='' option='' choices='' done=''
  [[ $COMP_CWORD -gt 1 && ${{COMP_WORDS[1]}} != -* ]] && subcommand=${{COMP_WORDS[1]}}
  if [[ $word == '=' ]]; then
    option=$before word=''
  elif [[ $before == '=' ]]; then
    option=${{COMP_WORDS[COMP_CWORD-2]}}
  elif [[ $word == --*=* ]]; then
    option=${{word%%=*}} done=${{word%%=*}}= word=${{word#*=}}
  elif [[ $before == -* ]]; then
    option=$before
  fi
  case $subcommand:$option in
{}  esac
  if [[ -n $choices ]]; then
    [[ $word == *,* ]] && done=$done${{word%,*}}, word=${{word##*,}}
    COMPREPLY=($(compgen -P "$done" -W "$choices" -- "$word"))
    return
  fi
  case $subcommand in
{}  esac
  COMPREPLY=($(compgen -W "$choices" -- "$word"))
  [[ ${{#COMPREPLY[@]}} -eq 1 && ${{COMPREPLY[0]}} == *= ]] && compopt -o nospace 2>/dev/null
  [[ ${{#COMPREPLY[@]}} -eq 0 ]] && COMPREPLY=($(compgen -f -- "$word"))
  return 0
}}
)",
                     values, words);
}

}  // namespace

std::string completion_script(const std::string& shell, const CompletionTree& tree) {
  if (shell == "bash") return function_text(tree) + "complete -F _gputest gputest\n";
  if (shell == "zsh")
    return "autoload -U +X bashcompinit && bashcompinit\n" + function_text(tree) +
           "complete -F _gputest gputest\n";
  throw Error(Status::usage, no_such("shell", shell, {"bash", "zsh"}));
}

}  // namespace gputest
