// Shell completion, generated from the parser's options and the registry.
#pragma once

#include <CLI/App.hpp>
#include <map>
#include <string>
#include <vector>

#include "common/run/registry.hpp"

namespace gputest {

/// An option that takes a value.
struct CompletedOption {
  std::vector<std::string> names;   ///< "-o", "--output"
  std::vector<std::string> values;  ///< empty: a file or free text
  std::string help;
  bool takes_value = true;
};

/// A subcommand, as a shell completes it.
struct CompletedCommand {
  std::string help;
  std::vector<std::string> children;  ///< its own subcommands
  std::vector<std::string> values;    ///< of positionals
  std::vector<CompletedOption> options;
};

/// Keyed by subcommand; "" is the command itself. Subcommands of subcommands are left out.
using CompletionTree = std::map<std::string, CompletedCommand>;

/// The tree of commands and options for completion.
CompletionTree completion_tree(const CLI::App& app, const Registry& registry);

/// A completion script for `shell` (bash, zsh or fish), to be sourced or put into the shell's
/// folder of completions. Throws Error(usage) for another shell.
std::string completion_script(const std::string& shell, const CompletionTree& tree);

}  // namespace gputest
