// The columns of a result's table, each said once: what is in its cells, how much it matters where
// there is no room for all, and what `gputest help table` says of it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/command/table.hpp"
#include "app/results/run_report.hpp"
#include "app/table/prefix.hpp"

namespace gputest {

/// A column. Its cells are texts or, if `figure` is set, figures that share a prefix.
struct ResultColumn {
  std::string name;   ///< for those who do not see the cells: "rate"
  std::string title;  ///< of figures, what stands before the prefix: "time "
  Align align = Align::left;
  int rank = 0;             ///< what has the least goes first where there is no room
  std::string meaning;      ///< a sentence or two
  std::size_t width = 0;    ///< of cells that are not known before the rows are
  bool is_subject = false;  ///< it tells which case the row is, and is known beforehand
  bool is_speed = false;    ///< a mark stands behind it where it is not to be relied on
  std::string unit = {};    ///< of figures, what stands behind the prefix: "s"
  Prefix usual = {};        ///< of figures, where no row says better
  std::function<std::string(const Report&, const ResultRow&)> text = {};
  std::function<std::optional<double>(const Report&, const ResultRow&)> figure = {};
};

/// Ranks: a column of at least kNeeded is never left out, a figure of at least kExpected is worth
/// shorter names.
constexpr int kNeededRank = 90, kExpectedRank = 60;

/// What is known of a run's rows before they are there.
struct ExpectedRows {
  bool verified = true;
  bool energy = true;    ///< it is measured
  bool watched = true;   ///< some device may say its clocks
  bool bounded = true;   ///< they are held against their device's ceilings (--roofline)
  bool untested = true;  ///< there may be too few samples to say anything of noise
};

/// The columns that such rows may have, in order. Of `rows` only what tells the case is read, and
/// of the report what the user asked for.
std::vector<ResultColumn> result_columns(const Report& report, const std::vector<ResultRow>& rows,
                                         const ExpectedRows& expected);

/// What stands behind a speed that is not to be relied on.
constexpr const char* kDoubtfulMark = "~";
/// In the place of a noise that too few samples say nothing of.
constexpr const char* kUntestedNoise = "untested";

/// "inter/s" where all rows count the same, else "/s".
std::string rate_base_unit(const std::vector<ResultRow>& rows);

/// "n=200 fp32" and the like: the names and values of a row's subject columns.
std::string subject_cell(const ResultColumn& column, const ResultRow& row);

}  // namespace gputest
