// The columns of rows, as the schema's x-columns define them. --format=csv and the HTML page
// have them as fields, --columns adds them to a table, and `gputest help table` explains them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace gputest {

/// A column: one value of a row's JSON.
struct RowColumn {
  std::string name;
  nlohmann::ordered_json::json_pointer place;  ///< in the row's JSON; empty: its axes
  std::string unit;                            ///< "s"; empty if it has none
  std::string meaning;                         ///< the schema's description
};

/// All columns, in the order of CSV.
const std::vector<RowColumn>& row_columns();

/// The column of that name. Throws Error(usage) if there is none.
const RowColumn& row_column(const std::string& name);

/// The value as text; numbers have `digits` digits. Empty if the row lacks the value, and for the
/// axes.
std::string column_text(const RowColumn& column, const nlohmann::ordered_json& row, int digits);

}  // namespace gputest
