// `gputest help table`: explains the table of a run.
#pragma once

#include <string>
#include <vector>

#include "common/run/registry.hpp"

namespace gputest {

/// A word of the table and its meaning in a sentence or two.
struct TableTerm {
  std::string word;     ///< "time"
  std::string shown;    ///< as a table shows it: "time ms"
  std::string meaning;  ///< taken from its column, family, axis or status
};

/// Every column, axis, unit and status.
std::vector<TableTerm> table_terms(const Registry& registry);

/// Columns, units, statuses and the lines around the table, in lines of at most 80 characters.
std::string table_help(const Registry& registry);

}  // namespace gputest
