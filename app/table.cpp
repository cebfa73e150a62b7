#include "app/table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "common/core/printable.hpp"

namespace gputest {
namespace {

/// With what is in the cells as it may be printed.
Table printable_cells(Table table) {
  for (Table::Column& column : table.columns) column.title = printable(column.title);
  for (Table::Row& row : table.rows)
    for (std::string& cell : row.cells) cell = printable(cell);
  return table;
}

/// A bar would end the cell.
std::string without_bars(const std::string& cell) {
  std::string text;
  for (const char c : cell) text += c == '|' ? "\\|" : std::string(1, c);
  return text;
}

std::vector<std::size_t> widths(const Table& table) {
  std::vector<std::size_t> result;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    std::size_t width = table.columns[c].title.size();
    for (const Table::Row& row : table.rows) width = std::max(width, row.cells[c].size());
    result.push_back(width);
  }
  return result;
}

std::string padded(const std::string& cell, std::size_t width, Align align) {
  return align == Align::right ? fmt::format("{:>{}}", cell, width)
                               : fmt::format("{:<{}}", cell, width);
}

std::string coloured(const std::string& cell, Tone tone) {
  if (tone == Tone::plain) return cell;
  const int colour = tone == Tone::good ? 32 : tone == Tone::doubtful ? 33 : 31;
  return fmt::format("\033[{}m{}\033[0m", colour, cell);
}

std::string without_trailing_blanks(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

}  // namespace

std::string extent(const std::array<std::uint64_t, 3>& sizes) {
  const auto dimensions = sizes[2] > 1 ? 3 : sizes[1] > 1 ? 2 : 1;
  return fmt::format("{}", fmt::join(sizes.begin(), sizes.begin() + dimensions, " x "));
}

std::string to_text(const Table& given, bool colour) {
  const Table table = printable_cells(given);
  const auto width = widths(table);
  std::string titles, rule, text;
  for (std::size_t c = 0; c < width.size(); ++c) {
    titles += padded(table.columns[c].title, width[c], table.columns[c].align) + "  ";
    rule += std::string(width[c], '-') + "  ";
  }
  text = without_trailing_blanks(titles) + without_trailing_blanks(rule);
  for (const Table::Row& row : table.rows) {
    std::string line;
    for (std::size_t c = 0; c < width.size(); ++c) {
      const bool last = c + 1 == width.size();
      line += last && colour ? coloured(row.cells[c], row.tone)
                             : padded(row.cells[c], width[c], table.columns[c].align);
      line += "  ";
    }
    text += without_trailing_blanks(line);
  }
  return text;
}

std::string to_markdown(const Table& given) {
  const Table table = printable_cells(given);
  std::string text = "|", rule = "|";
  for (const Table::Column& column : table.columns) {
    text += fmt::format(" {} |", without_bars(column.title));
    rule += column.align == Align::right ? "---:|" : "---|";
  }
  text += "\n" + rule + "\n";
  for (const Table::Row& row : table.rows) {
    text += "|";
    for (const std::string& cell : row.cells) text += fmt::format(" {} |", without_bars(cell));
    text += "\n";
  }
  return text;
}

}  // namespace gputest
