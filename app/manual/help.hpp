// What --help prints, within the columns of a terminal.
#pragma once

#include <CLI/App.hpp>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/command/manual.hpp"

namespace gputest {

/// What stands behind the options in a command's help.
using SectionsOf = std::function<std::vector<ManualSection>(const CLI::App&)>;

/// Help whose lines end between words, after 80 characters at most. It is laid out here, since
/// versions of CLI11 do so in several ways.
std::shared_ptr<CLI::Formatter> help_formatter(SectionsOf sections);

/// " [OPTIONS] file", which stands behind a command's name where its usage is shown.
std::string usage_behind_name(const CLI::App& app, const CLI::Formatter& formatter);

/// The help of the program or, where words name one, of its subcommand: {"il", "run"}. Throws
/// Error(usage) where there is none.
std::string help_of(const CLI::App& program, const std::vector<std::string>& words);

/// The subcommand that words name, {"il", "run"}; the program itself where there are none. Throws
/// Error(usage) where there is none.
const CLI::App& command_of(const CLI::App& program, const std::vector<std::string>& words);

/// The words of every command, the program's own, none, first.
std::vector<std::vector<std::string>> all_commands(const CLI::App& program);

/// The names of a subcommand's own subcommands.
std::vector<std::string> names_of_children(const CLI::App& app);

}  // namespace gputest
