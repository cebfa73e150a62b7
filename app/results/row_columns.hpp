// The columns of rows, as the schema's x-columns name them: the fields of --format=csv, what
// --columns adds to a table, what a page lists of a row, and what `gputest help table` says of
// each.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace gputest {

/// A value of a row's JSON.
struct RowColumn {
  std::string name;
  nlohmann::ordered_json::json_pointer place;  ///< in the row's JSON; empty: its axes
  std::string unit;                            ///< "s"; empty where it has none
  std::string meaning;                         ///< the schema's description
};

/// All of them, in the order of CSV.
const std::vector<RowColumn>& row_columns();

/// The column of that name. Throws Error(usage) where there is none.
const RowColumn& row_column(const std::string& name);

/// The value as text, a number with so many digits; empty where the row does not have it, and for
/// its axes.
std::string column_text(const RowColumn& column, const nlohmann::ordered_json& row, int digits);

}  // namespace gputest
