// Prints a finished result as a table, for people or as Markdown.
#include <fmt/format.h>
#include <fmt/ostream.h>

#include <ostream>

#include "app/command/table.hpp"
#include "app/results/run_report.hpp"
#include "app/table/run_table.hpp"
#include "app/table/table_notes.hpp"
#include "common/core/printable.hpp"

namespace gputest {
namespace {

Table whole_table(const Report& report, const TableLayout& layout) {
  Table table;
  table.columns = layout.titles();
  for (const ResultRow& row : report.rows)
    if (!row.kernel.variant.empty())  // an absent API is noted below the table
      table.rows.push_back(layout.row(report, row));
  return table;
}

}  // namespace

void print_table(std::ostream& out, const Report& report, const TextStyle& style) {
  const TableLayout layout(report, report.rows, {}, true, style);
  const Table table = whole_table(report, layout);
  print_heading(out, report.rows, layout, style);
  if (!table.rows.empty()) {
    fmt::print(out, "{}", title_lines(table.columns, layout.widths()));
    for (const Table::Row& row : table.rows)
      fmt::print(out, "{}", row_line(table.columns, layout.widths(), row, style.colour));
  }
  print_below(out, report, layout, style);
}

void print_markdown(std::ostream& out, const Report& report) {
  TextStyle style;
  style.wide = true;
  const TableLayout layout(report, report.rows, {}, true, style);
  std::vector<std::string> above = device_lines(report.rows);
  if (const std::string counted = counted_items(report.rows); !counted.empty())
    above.push_back(counted);
  for (const std::string& line : above) fmt::print(out, "- {}\n", printable(line));
  fmt::print(out, "\n{}", to_markdown(whole_table(report, layout)));
  fmt::print(out, "{}", tables_below(report, to_markdown));
  for (const auto& lines : {plan_lines(report), note_lines(report, false)}) {
    if (!lines.empty()) fmt::print(out, "\n");
    for (const std::string& line : lines)  // indented lines belong to the item above
      fmt::print(out, "{}{}\n", line.starts_with("    ") ? "" : "- ", printable(line));
  }
}

}  // namespace gputest
