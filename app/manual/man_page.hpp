// The pages of man, made from the command line's own description.
#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

#include "app/command/manual.hpp"

namespace gputest {

/// What a page of man says of a command.
struct ManPageSource {
  const CLI::App* app = nullptr;
  std::vector<std::string> path;        ///< "gputest", "il", "run"
  std::vector<std::string> related;     ///< names of other pages: "gputest-il-check"
  std::vector<ManualSection> sections;  ///< examples and what holds of every command
};

/// The name of a command's page: "gputest-il-run".
std::string man_page_name(const std::vector<std::string>& path);

/// A page in roff's macros man, of section 1.
std::string man_page(const ManPageSource& source);

}  // namespace gputest
