// The text of --help, wrapped for a terminal.
#pragma once

#include <CLI/App.hpp>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/command/manual.hpp"

namespace gputest {

/// Returns the sections that follow the options in a command's help.
using SectionsOf = std::function<std::vector<ManualSection>(const CLI::App&)>;

/// Formats help with lines of at most 80 characters, wrapped between words. gputest does this
/// itself because versions of CLI11 differ.
std::shared_ptr<CLI::Formatter> help_formatter(SectionsOf sections);

/// " [OPTIONS] file": the part of a command's usage that follows its name.
std::string usage_behind_name(const CLI::App& app, const CLI::Formatter& formatter);

/// The help of the program, or of the subcommand that `words` name: {"il", "run"}. Throws
/// Error(usage) if there is no such subcommand.
std::string help_of(const CLI::App& program, const std::vector<std::string>& words);

/// The help of the program with every option, exit status, variable and file.
std::string help_of_all_options(const CLI::App& program);

/// The subcommand that `words` name, {"il", "run"}; the program itself without words. Throws
/// Error(usage) if there is no such subcommand.
const CLI::App& command_of(const CLI::App& program, const std::vector<std::string>& words);

/// The words of every command. The first is the program itself, without words.
std::vector<std::vector<std::string>> all_commands(const CLI::App& program);

/// The names of the subcommands of a command.
std::vector<std::string> names_of_children(const CLI::App& app);

}  // namespace gputest
