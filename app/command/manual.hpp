// What the manual says beside options: the same text for --help and for the pages of man.
#pragma once

#include <string>
#include <vector>

namespace gputest {

/// A line of a list: a name, a status, a file or a command line, and what it is about.
struct ManualEntry {
  std::string name, text;
};

/// "Exit status", and the lines below that title.
struct ManualSection {
  std::string title;
  std::vector<ManualEntry> entries;
};

/// What holds of every command: exit statuses, the environment's variables, files.
const std::vector<ManualSection>& common_sections();

/// Of a command that has examples.
ManualSection examples_section(std::vector<ManualEntry> examples);

/// The sections as help shows them, the texts from that column on.
std::string help_text(const std::vector<ManualSection>& sections, std::size_t column);

}  // namespace gputest
