// The result as CSV (RFC 4180): one line per row, with the fields of the schema's x-columns.
#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include <ostream>

#include "app/command/table.hpp"
#include "app/results/row_columns.hpp"
#include "app/results/run_report.hpp"

namespace gputest {
void print_csv(std::ostream& out, const Report& report) {
  std::vector<std::string> line;
  for (const RowColumn& column : row_columns()) line.push_back(column.name);
  fmt::print(out, "{}\r\n", fmt::join(line, ","));
  for (const ResultRow& row : report.rows) {
    const nlohmann::ordered_json json = to_json(report, row);
    line.clear();
    for (const RowColumn& column : row_columns())
      line.push_back(csv_field(column.place.empty() ? axes_of(row.configuration)
                                                    : column_text(column, json, 9)));
    fmt::print(out, "{}\r\n", fmt::join(line, ","));
  }
}

}  // namespace gputest
