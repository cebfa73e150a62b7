// The table of a run, which prints rows as they come.
#pragma once

#include <functional>
#include <iosfwd>
#include <map>
#include <string>
#include <vector>

#include "app/command/text_style.hpp"
#include "app/results/run_report.hpp"
#include "app/table/result_columns.hpp"

namespace gputest {

/// The columns of the table and their widths. They depend only on the line width and on the known
/// values of the cases, so that rows can be printed at once. Cases with the same shown values look
/// the same.
///
/// - Values that are the same in every case are in a line above the table.
/// - If the table is too wide, columns of the lowest rank are left out; names are shortened last.
/// - The first row with a figure determines a column's prefix.
class TableLayout {
 public:
  /// A shown column.
  struct Column {
    ResultColumn what;
    std::size_t width = 0;  ///< of the title and the cells
    Prefix prefix = {};
    std::string family = {};  ///< common beginning of all names, left out: "gravity_"
  };

  /// A layout for future rows of `cases`, or, if `are_rows`, for these rows; then columns that are
  /// empty in every row are left out.
  TableLayout(const Report& report, const std::vector<ResultRow>& cases,
              const ExpectedRows& expected, bool are_rows, const TextStyle& style);

  /// Fixes each prefix by the first row with a figure in the column.
  void scale_to(const Report& report, const std::vector<ResultRow>& rows);

  const std::vector<Column>& columns() const { return columns_; }
  /// "every row: layout=soa n=200"; empty if rows share no value or all columns are shown.
  const std::string& in_common() const { return in_common_; }
  /// Titles of columns that did not fit.
  const std::vector<std::string>& left_out() const { return left_out_; }
  /// Titles and alignment of the columns.
  std::vector<Table::Column> titles() const;
  std::vector<std::size_t> widths() const;
  /// Cells of a row; ratios use the baseline rows of the report so far.
  Table::Row row(const Report& report, const ResultRow& row) const;

 private:
  void move_what_is_alike(const std::vector<ResultRow>& cases);
  void rank_subjects(const std::vector<ResultRow>& cases);
  void fit(const std::vector<ResultRow>& cases, std::size_t width);
  void leave_out_family(const std::vector<ResultRow>& cases);
  std::size_t total_width(int least_rank) const;
  void set_widths(const std::vector<ResultRow>& cases, const Report* rows_of);
  std::string title(const Column& column) const;
  std::string cell(const Column& column, const Report& report, const ResultRow& row) const;

  std::vector<Column> columns_;
  std::string in_common_;
  std::vector<std::string> left_out_;
  bool marks_doubt_ = false;
};

/// Prints a run's rows as they come; titles come before the first row that ran.
class RunTable {
 public:
  RunTable(std::ostream& out, const TextStyle& style, const Report& report,
           std::vector<ResultRow> cases, const ExpectedRows& expected);

  /// Adds the report's last row. Throws Error(bad_input) if standard output fails.
  void add(const Report& report);
  /// Prints the lines below the rows.
  void finish(const Report& report);

 private:
  void begin(const Report& report);
  void show(const Report& report, const ResultRow& row);

  std::ostream& out_;
  TextStyle style_;
  std::vector<ResultRow> cases_;
  TableLayout layout_;
  bool has_begun_ = false;
  std::vector<ResultRow> waiting_;  ///< rows that did not run
};

}  // namespace gputest
