// Plain tables of text. Cells quote drivers, files and users, so tables are printed through
// printable().
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace gputest {

enum class Align { left, right };
enum class Tone { plain, good, doubtful, bad };

/// Cells in rows and columns.
struct Table {
  /// A column's title and alignment.
  struct Column {
    std::string title;
    Align align = Align::left;
  };
  /// A row's cells, in the order of the columns.
  struct Row {
    std::vector<std::string> cells;
    Tone tone = Tone::plain;  ///< colours the last cell
  };
  std::vector<Column> columns;
  std::vector<Row> rows;
};

/// A grid or a block: "128" or, with more than one dimension, "16 x 4".
std::string extent(const std::array<std::uint64_t, 3>& sizes);

/// Columns padded to their widest cell, two blanks apart, a rule under the titles.
std::string to_text(const Table& table, bool colour);
/// Likewise in lines of `width` characters, for a last column of sentences. These are wrapped
/// between words and have at least a third of a line.
std::string to_text_within(const Table& table, std::size_t width);
/// The width of to_text()'s longest line.
std::size_t text_width_of(const Table& table);
/// The titles and the rule, for columns of these widths.
std::string title_lines(const std::vector<Table::Column>& columns,
                        const std::vector<std::size_t>& widths);
/// A row below them. A cell wider than its column is printed whole.
std::string row_line(const std::vector<Table::Column>& columns,
                     const std::vector<std::size_t>& widths, const Table::Row& row, bool colour);
/// A field of a line of CSV (RFC 4180), quoted if necessary.
std::string csv_field(const std::string& text);
/// A text for XML and HTML, without control characters, which XML cannot contain.
std::string xml_text(const std::string& text);
/// As a Markdown table.
std::string to_markdown(const Table& table);

}  // namespace gputest
