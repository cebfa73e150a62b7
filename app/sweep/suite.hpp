// A suite: a TOML file of related runs, with published figures to compare with. docs/suites.md
// describes the keys.
#pragma once

#include <string>
#include <vector>

#include "app/command/options.hpp"
#include "app/sweep/published.hpp"
#include "common/run/registry.hpp"

namespace gputest {

/// One [[run]] of a suite.
struct SuiteRun {
  std::string place;               ///< "quick.toml:7"
  std::vector<std::string> words;  ///< its options as words of a command line
  RunCommand command;
};

/// The source of a suite's study.
struct SuiteSource {
  std::string document, place, address;  ///< empty: unknown
};

/// The content of a suite's file.
struct Suite {
  std::string name;  ///< name of the file without folder and ".toml"
  std::string path;  ///< path of the user's file; empty: built in
  std::string title;
  SuiteSource source;
  std::string notes;
  std::string checksum;  ///< of the file's text
  std::vector<SuiteRun> runs;
  std::vector<Published> published;
};

/// The names of built-in suites.
std::vector<std::string> suite_names();

/// The built-in suite of that name or, if the word ends in ".toml" or contains a folder, the suite
/// in that file. Throws Error(usage) if there is none, and for unknown keys and names, with their
/// line; Error(bad_input) for a file that cannot be read or is not TOML, and for values that are
/// not allowed.
Suite read_suite(const Registry& registry, const std::string& word);

}  // namespace gputest
