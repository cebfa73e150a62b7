#include "app/table/turns.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/results/problems.hpp"
#include "app/table/fastest.hpp"
#include "common/measure/statistics.hpp"

namespace gputest {
namespace {

using Rows = std::vector<const ResultRow*>;

/// The rows of each problem that have turns.
std::vector<Rows> rows_with_turns(const Report& report) {
  std::vector<Rows> all;
  for (const std::vector<std::size_t>& group : rows_by_problem(report)) {
    Rows rows;
    for (const std::size_t row : group)
      if (!report.rows[row].turns.empty()) rows.push_back(&report.rows[row]);
    if (rows.size() > 1) all.push_back(std::move(rows));
  }
  return all;
}

const ResultRow& reference_of(const Report& report, const Rows& rows) {
  for (const ResultRow* row : rows)
    if (is_baseline_row(report, *row)) return *row;
  return fastest_in_turns(rows);
}

}  // namespace

TurnRatio turn_ratio(const ResultRow& row, const ResultRow& reference) {
  std::vector<double> ratios;
  for (std::size_t k = 0; k < row.turns.size(); ++k)
    ratios.push_back(reference.turns[k] / row.turns[k]);
  const auto [low, high] = std::minmax_element(ratios.begin(), ratios.end());
  return {median(ratios), *low, *high};
}

const ResultRow& fastest_in_turns(const Rows& rows) {
  return **std::min_element(rows.begin(), rows.end(), [](const ResultRow* a, const ResultRow* b) {
    return median(a->turns) < median(b->turns);
  });
}

std::vector<Table> turn_tables(const Report& report) {
  std::vector<Table> tables;
  for (const Rows& rows : rows_with_turns(report)) {
    const ResultRow& reference = reference_of(report, rows);
    Table table;
    table.columns = {{fmt::format("in {} turns", reference.turns.size())},
                     {"least us", Align::right},
                     {"times as fast", Align::right},
                     {"range", Align::right}};
    for (const ResultRow* row : rows) {
      const TurnRatio ratio = turn_ratio(*row, reference);
      const double least = *std::min_element(row->turns.begin(), row->turns.end());
      table.rows.push_back(
          {{name_among(*row, rows), fmt::format("{:.4g}", least * 1e6),
            fmt::format("{:.3g}", ratio.median),
            row == &reference ? "reference"
                              : fmt::format("{:.3g} to {:.3g}", ratio.low, ratio.high)}});
    }
    tables.push_back(std::move(table));
  }
  return tables;
}

std::vector<std::string> rows_without_turns(const Report& report) {
  std::vector<std::string> sentences;
  for (const std::vector<std::size_t>& group : rows_by_problem(report)) {
    Rows all;
    std::vector<std::string> without;
    unsigned turns = 0;
    for (const std::size_t row : group) all.push_back(&report.rows[row]);
    for (const ResultRow* row : all) {
      turns = std::max(turns, static_cast<unsigned>(row->turns.size()));
      if (row->turns.empty()) without.push_back(name_among(*row, all));
    }
    if (turns > 0 && !without.empty())
      sentences.push_back(fmt::format("no turns of {}, which take long; --turns={} includes them",
                                      fmt::join(without, ", "), turns));
  }
  return sentences;
}

}  // namespace gputest
