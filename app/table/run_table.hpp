// The table of a run, whose rows are shown as they come.
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

/// Its columns and how wide they are, chosen for a width from what is known of the cases alone: so
/// no row is waited for. A case that the columns tell from no other differs in nothing shown.
///
/// - What is alike in every case stands in a line above the table.
/// - Of what does not fit, the columns of the lowest rank are left out; names are shortened last.
/// - A column's prefix is the one that suits the first row that has a figure there.
class TableLayout {
 public:
  /// A column that is shown.
  struct Column {
    ResultColumn what;
    std::size_t width = 0;  ///< of the title and of cells
    Prefix prefix = {};
    std::string family = {};  ///< that every name begins with, and which is left out: "gravity_"
  };

  /// For rows that come, of which `cases` are what is known, or, where `are_rows`, for those rows:
  /// columns that are empty in each are left out then.
  TableLayout(const Report& report, const std::vector<ResultRow>& cases,
              const ExpectedRows& expected, bool are_rows, const TextStyle& style);

  /// Fixes each prefix by the first row that has a figure there.
  void scale_to(const Report& report, const std::vector<ResultRow>& rows);

  const std::vector<Column>& columns() const { return columns_; }
  /// "every row: layout=soa n=200"; nothing where rows have nothing in common or all columns stand.
  const std::string& in_common() const { return in_common_; }
  /// Names of columns that were left out for want of room.
  const std::vector<std::string>& left_out() const { return left_out_; }
  /// Titles, and alignment.
  std::vector<Table::Column> titles() const;
  std::vector<std::size_t> widths() const;
  /// Cells of a row, ratios to a baseline being those of the report so far.
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

/// Shows a run's rows as they come, the titles before the first that ran.
class RunTable {
 public:
  RunTable(std::ostream& out, const TextStyle& style, const Report& report,
           std::vector<ResultRow> cases, const ExpectedRows& expected);

  /// The report's last row has come. Throws Error(bad_input) where standard output is gone.
  void add(const Report& report);
  /// What stands below the rows.
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
