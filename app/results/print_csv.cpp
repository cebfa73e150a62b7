// The result as CSV (RFC 4180): one line per row, with the fields of the schema's x-columns.
#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include <ostream>

#include "app/results/row_columns.hpp"
#include "app/results/run_report.hpp"
#include "common/core/printable.hpp"

namespace gputest {
namespace {

/// Quotes a field of text from outside the program.
std::string quoted(const std::string& given) {
  const std::string text = printable(given);
  if (text.find_first_of(",\"") == std::string::npos) return text;
  std::string result = "\"";
  for (const char c : text) result += c == '"' ? "\"\"" : std::string(1, c);
  return result + "\"";
}

}  // namespace

void print_csv(std::ostream& out, const Report& report) {
  std::vector<std::string> line;
  for (const RowColumn& column : row_columns()) line.push_back(column.name);
  fmt::print(out, "{}\r\n", fmt::join(line, ","));
  for (const ResultRow& row : report.rows) {
    const nlohmann::ordered_json json = to_json(report, row);
    line.clear();
    for (const RowColumn& column : row_columns())
      line.push_back(
          quoted(column.place.empty() ? axes_of(row.configuration) : column_text(column, json, 9)));
    fmt::print(out, "{}\r\n", fmt::join(line, ","));
  }
}

}  // namespace gputest
