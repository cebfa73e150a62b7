// What --help prints, within the columns of a terminal.
#pragma once

#include <CLI/App.hpp>
#include <memory>
#include <string>
#include <vector>

namespace gputest {

/// Help whose lines end between words, after 80 characters at most.
std::shared_ptr<CLI::Formatter> help_formatter();

/// The help of the program or, where words name one, of its subcommand: {"il", "run"}. Throws
/// Error(usage) where there is none.
std::string help_of(const CLI::App& program, const std::vector<std::string>& words);

/// The names of a subcommand's own subcommands.
std::vector<std::string> names_of_children(const CLI::App& app);

}  // namespace gputest
