#include "app/table/part_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "app/table/case_names.hpp"
#include "app/table/prefix.hpp"

namespace gputest {
namespace {

std::vector<std::string> names_of(const ResultRow& row) {
  std::vector<std::string> names;
  for (const LaunchPart& part : row.parts) names.push_back(part.name);
  return names;
}

/// A table of rows that have the same parts.
Table part_table(const std::vector<const ResultRow*>& rows) {
  Table table;
  table.columns = {{"parts of a launch"}};
  for (const LaunchPart& part : rows.front()->parts)
    table.columns.push_back({fmt::format("{} ms", part.name), Align::right});
  const std::vector<std::string> names = case_names(rows);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    Table::Row row{{names[k]}};
    for (const LaunchPart& part : rows[k]->parts)
      row.cells.push_back(figure_text(part.seconds * 1e3));
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

std::vector<Table> part_tables(const std::vector<ResultRow>& rows) {
  std::vector<std::pair<std::vector<std::string>, std::vector<const ResultRow*>>> alike;
  for (const ResultRow& row : rows) {
    if (!row.timing) continue;
    if (row.parts.empty()) return {};
    const std::vector<std::string> names = names_of(row);
    auto known = std::find_if(alike.begin(), alike.end(),
                              [&](const auto& one) { return one.first == names; });
    if (known == alike.end()) known = alike.insert(known, {names, {}});
    known->second.push_back(&row);
  }
  std::vector<Table> tables;
  for (const auto& [names, of] : alike) tables.push_back(part_table(of));
  return tables;
}

}  // namespace gputest
