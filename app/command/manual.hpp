// The parts of the manual other than options: the same text for --help and for man pages.
#pragma once

#include <string>
#include <vector>

namespace gputest {

/// A line of a list: a name, a status, a file or a command line, and its explanation.
struct ManualEntry {
  std::string name, text;
};

/// A title such as "Exit status", and the lines below it.
struct ManualSection {
  std::string title;
  std::vector<ManualEntry> entries;
};

/// The sections that hold for every command: exit statuses, environment variables, files.
const std::vector<ManualSection>& common_sections();

/// The section of a command's examples.
ManualSection examples_section(std::vector<ManualEntry> examples);

/// The title of the last section of a short help.
constexpr const char* kMoreHelp = "More help";

/// The width of help, and the column where explanations begin.
constexpr std::size_t kHelpWidth = 80, kHelpColumn = 34;

/// The sections as help shows them, in lines of at most kHelpWidth characters.
std::string help_text(const std::vector<ManualSection>& sections);

}  // namespace gputest
