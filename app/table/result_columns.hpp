// The columns of a result's table, each defined once: its cells, its importance if space is short,
// and its text in `gputest help table`.
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
  std::string name;   ///< name outside the table: "rate"
  std::string title;  ///< of figures, the text before the prefix: "time "
  Align align = Align::left;
  int rank = 0;             ///< columns of the lowest rank are left out first
  std::string meaning;      ///< a sentence or two
  std::size_t width = 0;    ///< of cells that are unknown until the rows are
  bool is_subject = false;  ///< identifies the row's case, and is known in advance
  bool is_speed = false;    ///< gets a mark if it is unreliable
  std::string unit = {};    ///< of figures, the text after the prefix: "s"
  Prefix usual = {};        ///< of figures, until a row determines the prefix
  std::function<std::string(const Report&, const ResultRow&)> text = {};
  std::function<std::optional<double>(const Report&, const ResultRow&)> figure = {};
};

/// Ranks: a column of at least kNeeded is never left out. For a figure of at least kExpected, names
/// are shortened.
constexpr int kNeededRank = 90, kExpectedRank = 60;

/// The properties of a run's rows that are known in advance.
struct ExpectedRows {
  bool verified = true;
  bool energy = true;    ///< energy is measured
  bool watched = true;   ///< some device may report its clocks
  bool bounded = true;   ///< rows are compared with their device's ceilings (--roofline)
  bool untested = true;  ///< there may be too few samples to estimate noise
};

/// The columns that such rows may have, in order. Uses only the values of `rows` that identify
/// cases, and the user's options in the report.
std::vector<ResultColumn> result_columns(const Report& report, const std::vector<ResultRow>& rows,
                                         const ExpectedRows& expected);

/// The mark after an unreliable speed.
constexpr const char* kDoubtfulMark = "~";
/// The text instead of a noise, if there are too few samples.
constexpr const char* kUntestedNoise = "untested";

/// "inter/s" if all rows have the same unit, else "/s".
std::string rate_base_unit(const std::vector<ResultRow>& rows);

/// The text of a row's cell in a subject column.
std::string subject_cell(const ResultColumn& column, const ResultRow& row);

}  // namespace gputest
