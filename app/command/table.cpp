#include "app/command/table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "app/command/wrap.hpp"
#include "common/core/printable.hpp"

namespace gputest {
namespace {

constexpr std::string_view kBetweenColumns = "  ";

/// The table with printable() applied to titles and cells.
Table printable_cells(Table table) {
  for (Table::Column& column : table.columns) column.title = printable(column.title);
  for (Table::Row& row : table.rows)
    for (std::string& cell : row.cells) cell = printable(cell);
  return table;
}

/// Escapes bars, which would end the cell in Markdown.
std::string without_bars(const std::string& cell) {
  std::string text;
  for (const char c : cell) text += c == '|' ? "\\|" : std::string(1, c);
  return text;
}

std::vector<std::size_t> widths(const Table& table) {
  std::vector<std::size_t> result;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    std::size_t width = characters_in(table.columns[c].title);
    for (const Table::Row& row : table.rows) width = std::max(width, characters_in(row.cells[c]));
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

/// "a, b" for "a,b", so that the list can be wrapped.
std::string with_blanks_behind_commas(const std::string& list) {
  std::string text;
  for (std::size_t k = 0; k < list.size(); ++k) {
    text += list[k];
    if (list[k] == ',' && k + 1 < list.size() && list[k + 1] != ' ') text += ' ';
  }
  return text;
}

std::string title_lines(const std::vector<Table::Column>& columns,
                        const std::vector<std::size_t>& widths) {
  std::string titles, rule;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    titles += padded(printable(columns[c].title), widths[c], columns[c].align);
    titles += kBetweenColumns;
    rule += std::string(widths[c], '-');
    rule += kBetweenColumns;
  }
  return without_trailing_blanks(titles) + without_trailing_blanks(rule);
}

std::string row_line(const std::vector<Table::Column>& columns,
                     const std::vector<std::size_t>& widths, const Table::Row& row, bool colour) {
  std::string line;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const bool last = c + 1 == columns.size();
    const std::string cell = printable(row.cells[c]);
    line += last && colour ? coloured(cell, row.tone) : padded(cell, widths[c], columns[c].align);
    line += kBetweenColumns;
  }
  return without_trailing_blanks(line);
}

std::string to_text(const Table& given, bool colour) {
  const Table table = printable_cells(given);
  const auto width = widths(table);
  std::string text = title_lines(table.columns, width);
  for (const Table::Row& row : table.rows) text += row_line(table.columns, width, row, colour);
  return text;
}

std::size_t text_width_of(const Table& given) {
  std::size_t width = 0;
  for (const std::size_t column : widths(printable_cells(given)))
    width += (width == 0 ? 0 : kBetweenColumns.size()) + column;
  return width;
}

std::string to_text_within(const Table& given, std::size_t width) {
  Table table = printable_cells(given);
  auto columns = widths(table);
  std::size_t before = 0;
  for (std::size_t c = 0; c + 1 < columns.size(); ++c)
    before += columns[c] + kBetweenColumns.size();
  std::size_t left = width > before ? width - before : 0;
  const std::size_t least = std::min(columns.back(), width / 3);
  std::size_t list = columns.size();
  if (left < least && columns.size() > 1) {
    list = static_cast<std::size_t>(std::max_element(columns.begin(), columns.end() - 1) -
                                    columns.begin());
    const std::size_t taken = std::min(least - left, columns[list] / 2);
    columns[list] -= taken;
    left += taken;
  }
  columns.back() = std::min(columns.back(), std::max(left, least));
  std::string text = title_lines(table.columns, columns);
  for (const Table::Row& row : table.rows) {
    std::vector<std::vector<std::string>> cells;
    std::size_t height = 1;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const bool is_wrapped = c == list || c + 1 == columns.size();
      const std::string cell = c == list ? with_blanks_behind_commas(row.cells[c]) : row.cells[c];
      cells.push_back(is_wrapped ? wrapped(cell, columns[c]) : std::vector<std::string>{cell});
      height = std::max(height, cells.back().size());
    }
    for (std::size_t line = 0; line < height; ++line) {
      Table::Row part = row;
      for (std::size_t c = 0; c < columns.size(); ++c)
        part.cells[c] = line < cells[c].size() ? cells[c][line] : "";
      text += row_line(table.columns, columns, part, false);
    }
  }
  return text;
}

std::string csv_field(const std::string& given) {
  const std::string text = printable(given);
  if (text.find_first_of(",\"") == std::string::npos) return text;
  std::string result = "\"";
  for (const char c : text) result += c == '"' ? "\"\"" : std::string(1, c);
  return result + "\"";
}

std::string xml_text(const std::string& text) {
  std::string escaped;
  for (const char c : printable(text)) switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += c;
    }
  return escaped;
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
