// A suite: runs that belong together, as a TOML file names them, with what a source published of
// the same. docs/suites.md has the keys.
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
  std::vector<std::string> words;  ///< its options as on a command line
  RunCommand command;
};

/// Where a suite's study is from.
struct SuiteSource {
  std::string document, place, address;  ///< empty: not said
};

/// All that the file says.
struct Suite {
  std::string name;  ///< of the file, without its folder and ".toml"
  std::string path;  ///< of a file of the user's; empty: it is in the program
  std::string title;
  SuiteSource source;
  std::string notes;
  std::string checksum;  ///< of its text
  std::vector<SuiteRun> runs;
  std::vector<Published> published;
};

/// Those that are in the program.
std::vector<std::string> suite_names();

/// The suite of that name that is in the program or, of a word that ends in ".toml" or has a folder
/// before it, in that file. Throws Error(usage) where there is none, and for a key or a name that
/// does not exist, with its line; Error(bad_input) for a file that cannot be read, for what is no
/// TOML, and for values that are not allowed.
Suite read_suite(const Registry& registry, const std::string& word);

}  // namespace gputest
