#include "app/report/report_text.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <ostream>

#include "app/command/table.hpp"
#include "app/report/comparison_table.hpp"
#include "app/results/problem_words.hpp"
#include "app/results/row_columns.hpp"
#include "common/core/printable.hpp"

namespace gputest {
namespace {

using TextJson = nlohmann::ordered_json;

/// A column of the Markdown report: a member of the page's rows.
struct MarkdownColumn {
  const char *title, *member;
  double unit = 0;  ///< divides a number; 0: it is shown as it is
};

constexpr MarkdownColumn kMarkdownColumns[] = {{"device", "device"},
                                               {"kernel", "kernel"},
                                               {"layout", "layout"},
                                               {"prec", "precision"},
                                               {"n", "n"},
                                               {"block", "block"},
                                               {"problem", "problem"},
                                               {"status", "status"},
                                               {"time ms", "median", 1e-3},
                                               {"G/s", "rate", 1e9},
                                               {"of", "unit"},
                                               {"GFLOP/s", "gflops", 1},
                                               {"GB/s", "gbytes", 1},
                                               {"max error", "error", 1},
                                               {"reason", "reason"}};

std::string markdown_cell(const TextJson& value, double unit) {
  if (value.is_null()) return "";
  if (value.is_string()) return value.get<std::string>();
  return unit > 0 ? fmt::format("{:.4g}", value.get<double>() / unit) : value.dump();
}

/// Columns that are empty in every row are left out.
Table without_empty_columns(const Table& table) {
  Table result;
  for (const Table::Row& row : table.rows) result.rows.push_back({{}, row.tone});
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    if (std::all_of(table.rows.begin(), table.rows.end(),
                    [&](const Table::Row& row) { return row.cells[c].empty(); }))
      continue;
    result.columns.push_back(table.columns[c]);
    for (std::size_t k = 0; k < table.rows.size(); ++k)
      result.rows[k].cells.push_back(table.rows[k].cells[c]);
  }
  return result;
}

/// The rows of the result of that number.
Table markdown_rows(const TextJson& data, std::size_t number) {
  Table table;
  for (const MarkdownColumn& column : kMarkdownColumns)
    table.columns.push_back({column.title, column.unit > 0 || std::string_view(column.title) == "n"
                                               ? Align::right
                                               : Align::left});
  for (const TextJson& from : data.at("rows")) {
    if (from.at("result") != number) continue;
    Table::Row row;
    for (const MarkdownColumn& column : kMarkdownColumns)
      row.cells.push_back(markdown_cell(from.at(column.member), column.unit));
    table.rows.push_back(std::move(row));
  }
  return without_empty_columns(table);
}

void print_item(std::ostream& out, const std::string& text) {
  if (!text.empty()) fmt::print(out, "- {}\n", printable(text));
}

void print_result_heading(std::ostream& out, const TextJson& heading,
                          const ComparedResult& result) {
  const auto text = [&](const char* what) { return heading.at(what).get<std::string>(); };
  fmt::print(out, "\n## {}\n\n", printable(text("name")));
  print_item(out,
             fmt::format("command: {}",
                         fmt::join(heading.at("command").get<std::vector<std::string>>(), " ")));
  print_item(out, fmt::format("host: {}, {} cores, {}", text("cpu"),
                              heading.at("cores").get<unsigned>(), text("os")));
  print_item(out, fmt::format("program: gputest {} ({})", text("version"), text("revision")));
  print_item(out, text("interrupted"));
  for (const auto& [id, device] : result.devices)
    print_item(out, fmt::format("{}: {}{}", id, device.name,
                                device.driver.empty() ? "" : " (" + device.driver + ")"));
  fmt::print(out, "\n");
}

/// "list=csr newton3=off": the axes of the row's family.
std::string axes_of_row(const Registry& registry, const TextJson& row) {
  if (!row.at("algorithm").is_string() || !row.at("problem").is_object()) return "";
  const Family* family = registry.find_family(row.at("algorithm").get<std::string>());
  if (family == nullptr) return "";
  const std::vector<Axis> axes = family->axes();
  return problem_words(row.at("problem"), [&](const std::string& name) {
    return std::any_of(axes.begin(), axes.end(),
                       [&](const Axis& axis) { return axis.name == name; });
  });
}

void print_fields(std::ostream& out, std::vector<std::string> fields) {
  for (std::string& field : fields) field = csv_field(field);
  fmt::print(out, "{}\r\n", fmt::join(fields, ","));
}

}  // namespace

void write_markdown_report(std::ostream& out, const std::vector<ReportedResult>& results,
                           const TextJson& data) {
  fmt::print(out, "# Results of gputest\n");
  for (std::size_t k = 0; k < results.size(); ++k) {
    print_result_heading(out, data.at("results")[k], results[k].compared);
    fmt::print(out, "{}", to_markdown(markdown_rows(data, k)));
  }
  for (std::size_t k = 1; k < results.size(); ++k) {
    fmt::print(out, "\n## {} against {}\n\n", printable(results[k].file.path),
               printable(results.front().file.path));
    for (const std::string& line :
         compared_device_lines(results.front().compared, results[k].compared))
      print_item(out, line);
    fmt::print(out, "\n{}", to_markdown(without_empty_columns(comparison_table(results[k].rows))));
  }
}

void write_csv_report(std::ostream& out, const Registry& registry,
                      const std::vector<ReportedResult>& results) {
  std::vector<std::string> titles{"result"};
  for (const RowColumn& column : row_columns()) titles.push_back(column.name);
  if (results.size() > 1)
    for (const char* title : {"ratio_low", "ratio_high", "verdict", "why"})
      titles.emplace_back(title);
  print_fields(out, titles);
  const auto number = [](double value) { return fmt::format("{:.9g}", value); };
  for (const ReportedResult& result : results) {
    std::map<std::size_t, const ComparedRow*> compared;
    for (const ComparedRow& row : result.rows)
      if (row.place) compared[*row.place] = &row;
    for (std::size_t place = 0; place < result.file.rows().size(); ++place) {
      const TextJson& row = result.file.rows()[place];
      std::vector<std::string> fields{result.file.path};
      for (const RowColumn& column : row_columns())
        fields.push_back(column.place.empty() ? axes_of_row(registry, row)
                                              : column_text(column, row, 9));
      const auto found = compared.find(place);
      if (results.size() > 1 && found != compared.end()) {
        const ComparedRow& other = *found->second;
        fields.push_back(other.ratio ? number(other.ratio->low) : "");
        fields.push_back(other.ratio ? number(other.ratio->high) : "");
        fields.push_back(other.verdict);
        fields.push_back(other.why);
      }
      fields.resize(titles.size());
      print_fields(out, std::move(fields));
    }
  }
}

}  // namespace gputest
