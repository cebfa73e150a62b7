// Completion for the shell fish.
#pragma once

#include <string>

#include "app/manual/completion.hpp"

namespace gputest {

/// A script of `complete` commands, with the help of every subcommand and option.
std::string fish_completion(const CompletionTree& tree);

}  // namespace gputest
