#include "app/table/run_table.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ostream>
#include <set>

#include "app/command/wrap.hpp"
#include "app/table/table_notes.hpp"
#include "common/core/printable.hpp"
#include "common/core/standard_streams.hpp"

namespace gputest {
namespace {

constexpr std::size_t kColumnGap = 2, kShortestName = 12;

bool has_a_kernel(const ResultRow& row) { return !row.kernel.variant.empty(); }

std::vector<ResultRow> with_kernels(const std::vector<ResultRow>& rows) {
  std::vector<ResultRow> result;
  std::copy_if(rows.begin(), rows.end(), std::back_inserter(result), has_a_kernel);
  return result;
}

}  // namespace

TableLayout::TableLayout(const Report& report, const std::vector<ResultRow>& given,
                         const ExpectedRows& expected, bool are_rows, const TextStyle& style) {
  const std::vector<ResultRow> cases = with_kernels(given);
  for (ResultColumn& what : result_columns(report, cases, expected)) {
    Column column{std::move(what)};
    column.prefix = column.what.usual;
    columns_.push_back(std::move(column));
  }
  marks_doubt_ = !are_rows || std::any_of(cases.begin(), cases.end(), [](const ResultRow& row) {
    return is_doubtful(row.status);
  });
  if (are_rows) {
    scale_to(report, cases);
    std::erase_if(columns_, [&](const Column& column) {
      return column.what.name != "kernel" && column.what.name != "status" &&
             std::all_of(cases.begin(), cases.end(),
                         [&](const ResultRow& row) { return cell(column, report, row).empty(); });
    });
  }
  if (!style.wide) move_what_is_alike(cases);
  set_widths(cases, are_rows ? &report : nullptr);
  if (style.wide) return;
  rank_subjects(cases);
  fit(cases, style.width);
}

void TableLayout::scale_to(const Report& report, const std::vector<ResultRow>& rows) {
  for (Column& column : columns_) {
    if (!column.what.figure) continue;
    for (const ResultRow& row : rows)
      if (const auto figure = column.what.figure(report, row); figure && *figure > 0) {
        column.prefix = prefix_for(*figure);
        break;
      }
  }
}

void TableLayout::move_what_is_alike(const std::vector<ResultRow>& cases) {
  std::vector<std::string> alike;
  std::erase_if(columns_, [&](const Column& column) {
    if (!column.what.is_subject || column.what.name == "kernel") return false;
    std::set<std::string> values;
    for (const ResultRow& row : cases) values.insert(subject_cell(column.what, row));
    if (values.size() > 1) return false;
    // The line above the table already names a single device.
    if (!values.empty() && !values.begin()->empty() && column.what.name != "device")
      alike.push_back(fmt::format("{}={}", column.what.name, *values.begin()));
    return true;
  });
  if (!alike.empty()) in_common_ = fmt::format("every row: {}", fmt::join(alike, " "));
}

void TableLayout::rank_subjects(const std::vector<ResultRow>& cases) {
  std::vector<Column*> subjects;
  for (Column& column : columns_)
    if (column.what.is_subject) subjects.push_back(&column);
  std::stable_sort(subjects.begin(), subjects.end(),
                   [](const Column* a, const Column* b) { return a->what.rank < b->what.rank; });
  const auto distinct = [&](const std::vector<Column*>& columns) {
    std::set<std::vector<std::string>> tuples;
    for (const ResultRow& row : cases) {
      std::vector<std::string> tuple;
      for (const Column* column : columns) tuple.push_back(subject_cell(column->what, row));
      tuples.insert(std::move(tuple));
    }
    return tuples.size();
  };
  // Leaves out columns that distinguish no rows, the least important first.
  const std::size_t all = distinct(subjects);
  std::vector<Column*> left = subjects;
  for (Column* column : subjects) {
    if (column->what.rank >= kNeededRank) continue;
    std::vector<Column*> others;
    for (Column* other : left)
      if (other != column) others.push_back(other);
    if (distinct(others) == all)
      left = others;
    else
      column->what.rank = kNeededRank + 1;
  }
}

std::size_t TableLayout::total_width(int least_rank) const {
  std::size_t total = 0;
  for (const Column& column : columns_)
    if (column.what.rank >= least_rank) total += (total == 0 ? 0 : kColumnGap) + column.width;
  return total;
}

void TableLayout::leave_out_family(const std::vector<ResultRow>& cases) {
  if (cases.empty()) return;
  const std::string& family = cases.front().kernel.family;
  if (std::any_of(cases.begin(), cases.end(),
                  [&](const ResultRow& row) { return row.kernel.family != family; }))
    return;
  for (Column& column : columns_) {
    if (column.what.name != "kernel") continue;
    column.family = family + "_";
    column.width = title(column).size();
    for (const ResultRow& row : cases)
      column.width = std::max(column.width, cell(column, {}, row).size());
  }
}

void TableLayout::fit(const std::vector<ResultRow>& cases, std::size_t width) {
  if (total_width(kExpectedRank) > width) leave_out_family(cases);
  while (total_width(0) > width) {
    const auto least = std::min_element(
        columns_.begin(), columns_.end(),
        [](const Column& a, const Column& b) { return a.what.rank < b.what.rank; });
    if (least->what.rank >= kNeededRank) break;
    left_out_.push_back(title(*least));
    columns_.erase(least);
  }
  while (total_width(0) > width) {
    Column* longest = nullptr;
    for (Column& column : columns_)
      if (column.what.is_subject && column.what.align == Align::left &&
          column.width > kShortestName && (longest == nullptr || column.width > longest->width))
        longest = &column;
    if (longest == nullptr) return;
    --longest->width;
  }
}

void TableLayout::set_widths(const std::vector<ResultRow>& cases, const Report* rows_of) {
  const Report none;
  const Report& report = rows_of != nullptr ? *rows_of : none;
  for (Column& column : columns_) {
    const bool known = rows_of != nullptr || column.what.is_subject;
    column.width = std::max(characters_in(title(column)), known ? 0 : column.what.width);
    if (!known && column.what.is_speed)
      column.width = std::max(column.width, column.what.width + 1);
    if (!known) continue;
    for (const ResultRow& row : cases)
      column.width = std::max(column.width, characters_in(cell(column, report, row)));
  }
}

std::string TableLayout::title(const Column& column) const {
  if (!column.family.empty()) return column.family + "*";
  if (!column.what.figure) return column.what.title;
  return column.what.title + column.prefix.symbol + column.what.unit;
}

std::string TableLayout::cell(const Column& column, const Report& report,
                              const ResultRow& row) const {
  if (!column.what.figure) {
    std::string text = printable(column.what.text(report, row));
    if (!column.family.empty() && text.starts_with(column.family))
      text.erase(0, column.family.size());
    return text;
  }
  const auto figure = column.what.figure(report, row);
  if (!figure) return "";
  const char* no_mark = marks_doubt_ ? " " : "";
  return figure_text(*figure / column.prefix.factor) + (!column.what.is_speed     ? ""
                                                        : is_doubtful(row.status) ? kDoubtfulMark
                                                                                  : no_mark);
}

std::vector<Table::Column> TableLayout::titles() const {
  std::vector<Table::Column> titles;
  for (const Column& column : columns_) titles.push_back({title(column), column.what.align});
  return titles;
}

std::vector<std::size_t> TableLayout::widths() const {
  std::vector<std::size_t> widths;
  for (const Column& column : columns_) widths.push_back(column.width);
  return widths;
}

Table::Row TableLayout::row(const Report& report, const ResultRow& row) const {
  Table::Row result;
  for (const Column& column : columns_) {
    std::string text = cell(column, report, row);
    if (column.what.is_subject && column.what.align == Align::left)
      text = shortened(text, column.width);
    result.cells.push_back(std::move(text));
  }
  result.tone = row.status == RowStatus::ok        ? Tone::good
                : row.status == RowStatus::skipped ? Tone::plain
                : is_doubtful(row.status)          ? Tone::doubtful
                                                   : Tone::bad;
  return result;
}

RunTable::RunTable(std::ostream& out, const TextStyle& style, const Report& report,
                   std::vector<ResultRow> cases, const ExpectedRows& expected)
    : out_(out),
      style_(style),
      cases_(std::move(cases)),
      layout_(report, cases_, expected, false, style) {}

void RunTable::begin(const Report& report) {
  has_begun_ = true;
  layout_.scale_to(report, report.rows);
  print_heading(out_, cases_, layout_, style_);
  fmt::print(out_, "{}", title_lines(layout_.titles(), layout_.widths()));
  for (const ResultRow& row : waiting_) show(report, row);
  waiting_.clear();
}

void RunTable::show(const Report& report, const ResultRow& row) {
  fmt::print(out_, "{}",
             row_line(layout_.titles(), layout_.widths(), layout_.row(report, row), style_.colour));
}

void RunTable::add(const Report& report) {
  const ResultRow& row = report.rows.back();
  if (!has_a_kernel(row)) return;
  if (!has_begun_ && row.status == RowStatus::skipped) {
    waiting_.push_back(row);  // the first speed determines the prefixes in the titles
    return;
  }
  if (!has_begun_) begin(report);
  show(report, row);
  require_standard_output();
}

void RunTable::finish(const Report& report) {
  if (!has_begun_ && !waiting_.empty()) begin(report);
  print_below(out_, report, layout_, style_);
}

}  // namespace gputest
