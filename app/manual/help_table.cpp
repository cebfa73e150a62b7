#include "app/manual/help_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "app/command/wrap.hpp"
#include "app/report/comparison.hpp"
#include "app/results/row_columns.hpp"
#include "app/table/result_columns.hpp"

namespace gputest {
namespace {

constexpr std::size_t kTopicWidth = 80, kTermWidth = 16;

std::string lines_of(const std::vector<TableTerm>& terms) {
  std::string text;
  for (const TableTerm& term : terms) {
    std::string before = fmt::format("  {:<{}}", term.shown, kTermWidth - 2);
    if (before.size() > kTermWidth || !before.ends_with(' ')) {
      text += before + "\n";
      before.assign(kTermWidth, ' ');
    }
    for (const std::string& line : wrapped(term.meaning, kTopicWidth - kTermWidth)) {
      text += before + line + "\n";
      before.assign(kTermWidth, ' ');
    }
  }
  return text;
}

std::string table_paragraph(const std::string& sentences) {
  return fmt::format("{}\n", fmt::join(wrapped(sentences, kTopicWidth), "\n"));
}

std::vector<TableTerm> columns(const Registry& registry) {
  Report report;  // one that has every column
  report.baseline = "a baseline";
  report.prices.path = "a file";
  report.prices.currency = "price";
  std::vector<TableTerm> terms;
  std::set<std::string> axes;
  for (const ResultColumn& column : result_columns(report, {}, {})) {
    if (!column.is_subject && axes.empty())
      for (const auto& family : registry.families())
        for (const Axis& axis : family->axes())
          if (axes.insert(axis.name).second) terms.push_back({axis.name, axis.name, axis.help});
    terms.push_back(
        {column.name,
         column.figure ? column.title + column.usual.symbol + column.unit : column.title,
         column.meaning});
  }
  return terms;
}

std::vector<TableTerm> fields() {
  std::vector<TableTerm> terms;
  for (const RowColumn& column : row_columns())
    terms.push_back({column.name, column.name,
                     column.meaning + (column.unit.empty() ? "" : " In " + column.unit + ".")});
  return terms;
}

std::vector<TableTerm> units(const Registry& registry) {
  std::vector<TableTerm> terms;
  std::set<std::string> said;
  for (const auto& family : registry.families()) {
    const RateUnit unit = family->rate_unit();
    std::vector<std::string> families;
    for (const auto& other : registry.families())
      if (other->rate_unit().items == unit.items) families.push_back(other->name());
    if (said.insert(unit.items).second)
      terms.push_back({unit.symbol, unit.symbol,
                       fmt::format("1e9 {} per second, of {}: {}", unit.items,
                                   fmt::join(families, " and "), unit.meaning)});
  }
  return terms;
}

std::vector<TableTerm> statuses() {
  std::vector<TableTerm> terms;
  for (const RowStatus status : all_statuses()) {
    const std::string word(name(status));
    terms.push_back({word, word, std::string(meaning(status))});
  }
  for (const auto& [word, sentence] :
       {std::pair{"ok, emulated",
                  "the results are right; the device is emulated, so they have no times"},
        {"not verified", "--no-verify: the results were not checked"},
        {kDoubtfulMark,
         "marks a speed that is unreliable: its row is noisy, disturbed, throttled or undefended"}})
    terms.push_back({word, word, sentence});
  return terms;
}

}  // namespace

std::vector<TableTerm> table_terms(const Registry& registry) {
  std::vector<TableTerm> all = columns(registry);
  for (const std::vector<TableTerm>& more : {fields(), units(registry), statuses()})
    all.insert(all.end(), more.begin(), more.end());
  return all;
}

std::string table_help(const Registry& registry) {
  std::string text = table_paragraph(
      "The table of a run has one row per case: a kernel on a device with one choice of layout, "
      "precision, n, block and axes. Rows are printed as they finish.");
  text += "\nColumns\n" + lines_of(columns(registry));
  text +=
      "\n" +
      table_paragraph(
          "All figures of a column share one prefix (k 1e3, M 1e6, G 1e9, T 1e12; m 1e-3, u 1e-6), "
          "chosen by the first row, so that they can be compared. Columns with the same value in "
          "every row are listed above the table (every row: ...). Columns that do not fit the line "
          "are listed below it (not shown: ...); --wide shows all columns. For other programs use "
          "--format=csv or json.");
  text +=
      "\nFields of --format=csv; --columns=NAME,… adds them to the table\n" + lines_of(fields());
  text += "\nUnits of rates\n" + lines_of(units(registry));
  text += "\nStatuses\n" + lines_of(statuses());
  text += "\nBaseline\n" +
          table_paragraph(
              "--baseline=[api:]kernel[:layout] names the row that has 1.00 in the column x base; "
              "its rate is the reference of all others. It runs first. A row that is noisy, "
              "disturbed or throttled cannot be the baseline.");
  text +=
      "\nThe last lines\n" +
      table_paragraph(fmt::format(
          "For each problem they name the row with the shortest time per launch. They also say how "
          "many times as fast it is as the next row, and as the baseline or the slowest row. As in "
          "gputest compare, rows are distinguished by the 99% intervals of their medians: rows "
          "that do not differ by {:g}% with certainty are named together. A row that is noisy, "
          "disturbed or throttled, or has fewer than {} samples, is never named as the "
          "fastest.",
          kCountedChange * 100, kMinCompared));
  return text;
}

}  // namespace gputest
