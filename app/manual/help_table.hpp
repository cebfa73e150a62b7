// `gputest help table`: what the table of a run says.
#pragma once

#include <string>
#include <vector>

#include "common/run/registry.hpp"

namespace gputest {

/// The word behind `gputest help`.
constexpr const char* kTableTopic = "table";

/// A word of the table and what it means, in a sentence or two.
struct TableTerm {
  std::string word;     ///< "time"
  std::string shown;    ///< as it stands in a table: "time ms"
  std::string meaning;  ///< the one that its column, family, axis or status has
};

/// Every column, axis, unit and status.
std::vector<TableTerm> table_terms(const Registry& registry);

/// Columns, units, statuses and the lines around the table, in lines of 80 characters at most.
std::string table_help(const Registry& registry);

}  // namespace gputest
