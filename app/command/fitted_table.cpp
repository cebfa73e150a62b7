#include "app/command/fitted_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>
#include <sstream>

#include "app/command/wrap.hpp"
#include "common/core/printable.hpp"

namespace gputest {
namespace {

constexpr std::size_t kShortestValue = 12;

/// Removes columns from a table until it fits.
class TableFitting {
 public:
  TableFitting(const Table& table, std::vector<int> ranks)
      : result_{table, "", {}, {}}, ranks_(std::move(ranks)) {}

  FittedTable fit(std::size_t width) && {
    for (std::size_t c = columns(); c-- > 0;)
      if (ranks_[c] != kNeededColumn && ranks_[c] != kNameColumn && values(c) == Values{""})
        remove(c);
    move_what_is_alike();
    while (is_wider_than(width))
      if (const auto least = least_optional())
        leave_out(*least);
      else
        break;
    for (std::size_t c = columns(); c-- > 0 && is_wider_than(width);)
      if (ranks_[c] == kSubjectColumn && distinct_without(c) == distinct_without(columns()))
        leave_out(c);
    for (std::size_t c = columns(); c-- > 0 && !fits_shortened(width);)
      if (ranks_[c] == kSubjectColumn) fold(c);
    if (is_wider_than(width)) shorten_longest(width);
    return std::move(result_);
  }

 private:
  using Values = std::set<std::string>;

  std::size_t columns() const { return result_.table.columns.size(); }
  bool is_wider_than(std::size_t width) const { return text_width_of(result_.table) > width; }
  bool is_subject(std::size_t c) const { return ranks_[c] >= kSubjectColumn; }

  Values values(std::size_t c) const {
    Values values;
    for (const Table::Row& row : result_.table.rows) values.insert(row.cells[c]);
    return values;
  }

  void remove(std::size_t c) {
    const auto at = [c](auto& list) { return list.begin() + static_cast<std::ptrdiff_t>(c); };
    result_.table.columns.erase(at(result_.table.columns));
    ranks_.erase(at(ranks_));
    for (Table::Row& row : result_.table.rows) row.cells.erase(at(row.cells));
  }

  void leave_out(std::size_t c) {
    result_.left_out.push_back(result_.table.columns[c].title);
    remove(c);
  }

  void move_what_is_alike() {
    std::vector<std::string> alike;
    for (std::size_t c = 0; c < columns();) {
      const Values own = values(c);
      if (ranks_[c] != kSubjectColumn || own.size() != 1) {
        ++c;
        continue;
      }
      alike.push_back(fmt::format("{}={}", result_.table.columns[c].title, *own.begin()));
      remove(c);
    }
    if (!alike.empty()) result_.in_common = fmt::format("every row: {}", fmt::join(alike, " "));
  }

  std::optional<std::size_t> least_optional() const {
    std::optional<std::size_t> least;
    for (std::size_t c = 0; c < columns(); ++c)
      if (ranks_[c] < kNeededColumn && (!least || ranks_[c] <= ranks_[*least])) least = c;
    return least;
  }

  /// The number of rows that subjects distinguish, without one of them.
  std::size_t distinct_without(std::size_t without) const {
    std::set<std::vector<std::string>> tuples;
    for (const Table::Row& row : result_.table.rows) {
      std::vector<std::string> tuple;
      for (std::size_t c = 0; c < columns(); ++c)
        if (is_subject(c) && c != without) tuple.push_back(row.cells[c]);
      tuples.insert(std::move(tuple));
    }
    return tuples.size();
  }

  std::size_t column_width(std::size_t c) const {
    std::size_t width = characters_in(result_.table.columns[c].title);
    for (const Table::Row& row : result_.table.rows)
      width = std::max(width, characters_in(printable(row.cells[c])));
    return width;
  }

  /// Whether the table fits if long values of subjects are shortened.
  bool fits_shortened(std::size_t width) const {
    std::size_t total = text_width_of(result_.table);
    for (std::size_t c = 0; c < columns(); ++c)
      if (can_be_shortened(c)) total -= column_width(c) - shortest_width(c);
    return total <= width;
  }

  bool can_be_shortened(std::size_t c) const {
    return is_subject(c) && result_.table.columns[c].align == Align::left;
  }
  std::size_t shortest_width(std::size_t c) const {
    const std::size_t title = characters_in(result_.table.columns[c].title);
    return std::min(column_width(c), std::max(title, kShortestValue));
  }

  /// Moves a column's values to the lines below the rows.
  void fold(std::size_t c) {
    result_.folded.resize(result_.table.rows.size());
    for (std::size_t k = 0; k < result_.folded.size(); ++k) {
      const std::string& value = result_.table.rows[k].cells[c];
      if (value.empty()) continue;
      const bool has_names = value.find('=') != std::string::npos;
      const std::string word =
          has_names ? value : fmt::format("{}={}", result_.table.columns[c].title, value);
      result_.folded[k] = result_.folded[k].empty() ? word : word + " " + result_.folded[k];
    }
    remove(c);
  }

  /// Shortens values of the widest subjects until the table fits or all are short.
  void shorten_longest(std::size_t width) {
    const std::size_t total = text_width_of(result_.table);
    std::vector<std::size_t> widths(columns(), 0), shortest(columns(), 0);
    for (std::size_t c = 0; c < columns(); ++c)
      if (can_be_shortened(c)) {
        widths[c] = column_width(c);
        shortest[c] = shortest_width(c);
      }
    for (std::size_t excess = total > width ? total - width : 0; excess > 0; --excess) {
      std::size_t widest = columns();
      for (std::size_t c = 0; c < columns(); ++c)
        if (widths[c] > shortest[c] && (widest == columns() || widths[c] > widths[widest]))
          widest = c;
      if (widest == columns()) break;
      --widths[widest];
    }
    for (Table::Row& row : result_.table.rows)
      for (std::size_t c = 0; c < columns(); ++c)
        if (widths[c] > 0) row.cells[c] = shortened(printable(row.cells[c]), widths[c]);
  }

  FittedTable result_;
  std::vector<int> ranks_;
};

}  // namespace

FittedTable fitted(const Table& table, const std::vector<int>& ranks, std::size_t width) {
  return TableFitting(table, ranks).fit(width);
}

std::string fitted_text(const FittedTable& fitted, std::size_t width) {
  constexpr std::size_t kIndent = 4, kHeading = 2;  // the heading: titles and rule
  std::istringstream lines(to_text(fitted.table, false));
  std::string text;
  std::size_t place = 0;
  for (std::string line; std::getline(lines, line); ++place) {
    text += line + "\n";
    if (place < kHeading || place - kHeading >= fitted.folded.size()) continue;
    const std::string below = printable(fitted.folded[place - kHeading]);
    if (below.empty()) continue;
    for (const std::string& part : wrapped(below, width - kIndent))
      text += std::string(kIndent, ' ') + part + "\n";
  }
  return text;
}

std::string not_shown(const std::vector<std::string>& left_out) {
  return left_out.empty()
             ? ""
             : fmt::format("not shown: {}; --wide shows them", fmt::join(left_out, ", "));
}

}  // namespace gputest
