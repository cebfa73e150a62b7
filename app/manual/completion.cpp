#include "app/manual/completion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/Option.hpp>
#include <algorithm>

#include "app/command/commands.hpp"
#include "app/course/exercises.hpp"
#include "app/manual/fish_completion.hpp"
#include "app/manual/help.hpp"
#include "app/manual/help_topics.hpp"
#include "app/sweep/suite.hpp"
#include "common/core/error.hpp"
#include "common/particles/formats.hpp"
#include "common/particles/law_family.hpp"

namespace gputest {
namespace {

std::vector<std::string> known_shells() { return {"bash", "zsh", "fish"}; }

using Values = std::map<std::string, std::vector<std::string>>;

/// The possible values of options and positionals, by "subcommand:option".
Values known_values(const Registry& registry) {
  std::vector<std::string> apis{"all"}, layouts{"all"}, precisions{"all"}, blocks{"all"};
  for (const std::string& api : registry.api_names()) apis.push_back(api);
  for (const Named& layout : registry.layouts()) layouts.push_back(layout.name);
  for (const Precision precision : all_precisions()) precisions.emplace_back(name(precision));
  std::vector<std::string> baselines, formats_of_files;
  for (const auto& kernel : registry.kernels()) {
    baselines.push_back(kernel->info().api + ":" + kernel->info().name());
    for (const std::uint32_t block : kernel->info().blocks)
      if (std::find(blocks.begin(), blocks.end(), std::to_string(block)) == blocks.end())
        blocks.push_back(std::to_string(block));
  }
  std::vector<std::string> laws;
  for (const auto& family : registry.families())
    if (const auto* of_laws = dynamic_cast<const LawFamily*>(family.get())) laws = of_laws->laws();
  for (const Format* format : formats()) formats_of_files.emplace_back(format->name);
  Values known{{":--api", apis},
               {":--kernel", registry.kernel_names()},
               {":--layout", layouts},
               {":--precision", precisions},
               {":--block", blocks},
               {":--baseline", baselines},
               {":--format", {"table", "json", "csv", "md"}},
               {":--strategy", {"hot", "cold", "single"}},
               {":--color", {"auto", "always", "never"}},
               {"help:command", help_topics(registry, {})},
               {"list:what", {"apis", "devices", "kernels", "layouts", "formats", "suites"}},
               {"list:--format", {"table", "json"}},
               {"describe:kernel", registry.kernel_names()},
               {"source:kernel", registry.kernel_names()},
               {"source:--api", apis},
               {"exercise:exercise", exercise_names()},
               {"law:law", laws},
               {"law:--format", {"table", "json", "csv"}},
               {"generate:distribution", {"plummer", "uniform", "lattice"}},
               {"generate:--to", formats_of_files},
               {":--units", {"lj", "metal", "real", "ase"}},
               {"simulate:--units", {"lj", "metal", "real", "ase"}},
               {":--law", laws},
               {"survey:--api", apis},
               {"survey:--format", {"table", "md"}},
               {"scale:--api", apis},
               {"scale:--kernel", {"gravity_blocked", "gravity_symmetric"}},
               {"scale:--precision", precisions},
               {"scale:--format", {"table", "json", "csv"}},
               {"sweep:suite", suite_names()},
               {"sweep:--api", apis},
               {"sweep:--color", {"auto", "always", "never"}},
               {"sweep:--format", {"table", "json", "csv", "md"}},
               {"verify:--api", apis},
               {"verify:--kernel", registry.kernel_names()},
               {"help:--format", {"text", "man"}},
               {"completion:shell", known_shells()}};
  known["exercise:exercise"].emplace_back("list");
  for (const auto& family : registry.families())
    for (const Axis& axis : family->axes()) {
      std::vector<std::string>& values = known[":--" + axis.name];
      values = axis.values;
      values.push_back("all");
    }
  return known;
}

CompletedCommand completed(const std::string& subcommand, const CLI::App& app,
                           const Values& known) {
  CompletedCommand result{app.get_description(), names_of_children(app), {}, {}};
  for (const CLI::Option* option : app.get_options()) {
    const auto found = known.find(subcommand + ":" + option->get_name());
    const auto values = found == known.end() ? std::vector<std::string>{} : found->second;
    std::vector<std::string> names;
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
    if (names.empty())  // a positional
      result.values.insert(result.values.end(), values.begin(), values.end());
    else
      result.options.push_back(
          {names, values, option->get_description(), option->get_items_expected_max() != 0});
  }
  return result;
}

/// One `case` arm for each option that takes a value, then the words and options of each
/// subcommand. zsh runs it too, through bashcompinit.
std::string function_text(const CompletionTree& tree) {
  std::string values, words;
  for (const auto& [subcommand, command] : tree) {
    std::vector<std::string> all = command.children;
    all.insert(all.end(), command.values.begin(), command.values.end());
    for (const CompletedOption& option : command.options) {
      if (!option.takes_value) {
        all.insert(all.end(), option.names.begin(), option.names.end());
        continue;
      }
      std::vector<std::string> patterns;
      for (const std::string& name : option.names) {
        patterns.push_back(subcommand + ":" + name);
        all.push_back(name.rfind("--", 0) == 0 ? name + "=" : name);
      }
      values += fmt::format("    {}) takes_value=1 choices=\"{}\" ;;\n", fmt::join(patterns, "|"),
                            fmt::join(option.values, " "));
    }
    words += fmt::format("    {}) choices=\"{}\" ;;\n", subcommand.empty() ? "''" : subcommand,
                         fmt::join(all, " "));
  }
  // Bash splits words at "=", so "--api=opencl" arrives as three words. A comma-separated list is
  // completed after its last comma.
  return fmt::format(R"(_gputest() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}}
  local subcommand='' option='' choices='' done='' takes_value=''
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
  if [[ -n $takes_value ]]; then
    COMPREPLY=($(compgen -P "$done" -f -- "$word"))
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

CompletionTree completion_tree(const CLI::App& app, const Registry& registry) {
  Values known = known_values(registry);
  known["help:command"] = names_of_children(app);
  CompletionTree tree{{"", completed("", app, known)}};
  for (const CLI::App* child : app.get_subcommands([](const CLI::App*) { return true; }))
    tree[child->get_name()] = completed(child->get_name(), *child, known);
  return tree;
}

std::string completion_script(const std::string& shell, const CompletionTree& tree) {
  if (shell == "bash") return function_text(tree) + "complete -F _gputest gputest\n";
  // In a folder of completions, zsh runs the script as _gputest itself on the first completion.
  if (shell == "zsh")
    return "#compdef gputest\nautoload -U +X bashcompinit && bashcompinit\n" + function_text(tree) +
           "complete -F _gputest gputest\n"
           "[[ $funcstack[1] != _gputest ]] || _bash_complete -F _gputest\n";
  if (shell == "fish") return fish_completion(tree);
  throw Error(Status::usage, no_such("shell", shell, known_shells()));
}

namespace {

class Completion : public Subcommand {
 public:
  explicit Completion(std::function<std::string(const std::string&)> script)
      : script_(std::move(script)) {}
  std::string name() const override { return "completion"; }
  std::string summary() const override { return "print a completion script for bash, zsh or fish"; }
  std::vector<ManualEntry> examples() const override {
    return {{"source <(gputest completion bash)", "in ~/.bashrc; likewise for zsh in ~/.zshrc"},
            {"gputest completion fish | source", "in ~/.config/fish/config.fish"}};
  }
  void declare(OptionList& options) override { options.word("shell", shell_, "bash, zsh or fish"); }
  Status run() override {
    fmt::print("{}", script_(shell_));
    return Status::ok;
  }

 private:
  std::function<std::string(const std::string&)> script_;
  std::string shell_;
};

}  // namespace

std::unique_ptr<Subcommand> make_completion(
    const std::function<std::string(const std::string& shell)>& script) {
  return std::make_unique<Completion>(script);
}

}  // namespace gputest
