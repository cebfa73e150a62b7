// Shell completion, made from the command line's own description and the registry.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "common/core/registry.hpp"

namespace gputest {

/// A subcommand as a shell completes it: words that may follow, and options with their values.
struct CompletedCommand {
  std::vector<std::string> words;
  std::map<std::string, std::vector<std::string>> options;  ///< "--api" → values, maybe none
};

/// Keyed by subcommand; the bare command is "".
using CompletionTree = std::map<std::string, CompletedCommand>;

/// A script for `shell`, bash or zsh, to be sourced. Throws Error(usage) for another shell.
std::string completion_script(const std::string& shell, const CompletionTree& tree);

}  // namespace gputest
