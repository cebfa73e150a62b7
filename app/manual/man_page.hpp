// Man pages, generated from the parser's description of the command line.
#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

#include "app/command/manual.hpp"

namespace gputest {

/// The source of a command's man page.
struct ManPageSource {
  const CLI::App* app = nullptr;
  std::vector<std::string> path;        ///< "gputest", "il", "run"
  std::vector<std::string> related;     ///< names of other pages: "gputest-il-check"
  std::vector<ManualSection> sections;  ///< examples and the sections common to all commands
};

/// The name of a command's page: "gputest-il-run".
std::string man_page_name(const std::vector<std::string>& path);

/// A man page of section 1 in roff's man macros.
std::string man_page(const ManPageSource& source);

}  // namespace gputest
