#include "app/table/result_columns.hpp"
#include "app/command/figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "app/report/comparison.hpp"
#include "app/results/row_columns.hpp"

namespace gputest {
namespace {

constexpr std::size_t kFigureWidth = 7;  // figure_text()

using Cell = std::function<std::string(const Report&, const ResultRow&)>;
using Figure = std::function<std::optional<double>(const Report&, const ResultRow&)>;

ResultColumn subject_column(const std::string& name, Align align, int rank,
                            const std::string& meaning, std::string (*text)(const ResultRow&)) {
  ResultColumn column{name, name, align, rank, meaning};
  column.is_subject = true;
  column.text = [text](const Report&, const ResultRow& row) { return text(row); };
  return column;
}

ResultColumn axis_column(const std::string& axis) {
  ResultColumn column{axis, axis, Align::left, 55, "an axis of the family"};
  column.is_subject = true;
  column.text = [axis](const Report&, const ResultRow& row) {
    return row.configuration.on_axis(axis);
  };
  return column;
}

ResultColumn text_column(const std::string& name, Align align, int rank, std::size_t width,
                         const std::string& meaning, Cell text) {
  ResultColumn column{name, name, align, rank, meaning, width};
  column.text = std::move(text);
  return column;
}

ResultColumn figure_column(const std::string& name, const std::string& title,
                           const std::string& unit, const Prefix& usual, int rank,
                           const std::string& meaning, Figure figure) {
  ResultColumn column{name, title, Align::right, rank, meaning, kFigureWidth};
  column.unit = unit;
  column.usual = usual;
  column.figure = std::move(figure);
  return column;
}

std::string status_text(const ResultRow& row) {
  if (row.status != RowStatus::ok) return std::string(name(row.status));
  if (row.device.emulated) return "ok, emulated";
  return row.verification ? "ok" : "not verified";
}

std::string noise_text(const ResultRow& row) {
  if (!row.timing) return "";
  if (row.timing->samples.convergence == Convergence::untested) return kUntestedNoise;
  return fmt::format("{:.1f}%", row.timing->relative_stdev * 100);
}

std::string clocks_text(const ResultRow& row) {
  if (!row.monitor || !row.monitor->reading.core_mhz) return "";
  const auto memory = row.monitor->reading.memory_mhz;
  return fmt::format("{}{}", *row.monitor->reading.core_mhz,
                     memory ? fmt::format("/{}", *memory) : "");
}

bool has_energy(const ResultRow& row) { return row.energy && !row.energy->source.empty(); }

std::string watts_text(const ResultRow& row) {
  if (has_energy(row)) return fmt::format("{:.1f}", row.energy->energy.watts());
  return row.monitor && row.monitor->reading.watts
             ? fmt::format("{:.0f}", *row.monitor->reading.watts)
             : "";
}

void add_subjects(std::vector<ResultColumn>& columns, const std::vector<ResultRow>& rows) {
  columns.push_back(subject_column("device", Align::left, 98, "the id of the device, for --device",
                                   [](const ResultRow& row) { return row.device.id; }));
  columns.push_back(subject_column("kernel", Align::left, 99,
                                   "the kernel's family and variant (gputest describe KERNEL)",
                                   [](const ResultRow& row) { return row.kernel.name(); }));
  columns.push_back(subject_column("layout", Align::left, 80,
                                   "the memory layout (gputest list layouts)",
                                   [](const ResultRow& row) { return row.configuration.layout; }));
  columns.push_back(subject_column(
      "prec", Align::left, 98, "the precision of inputs and outputs: fp32 or fp64",
      [](const ResultRow& row) {
        return row.configuration.layout.empty() ? std::string()
                                                : std::string(name(row.configuration.precision));
      }));
  columns.push_back(subject_column("n", Align::right, 98, "particles, bodies or cells",
                                   [](const ResultRow& row) { return std::to_string(row.n); }));
  columns.push_back(subject_column(
      "block", Align::right, 40, "threads per block, if the kernel has a choice",
      [](const ResultRow& row) {
        return row.configuration.block == 0 ? "" : std::to_string(row.configuration.block);
      }));
  std::set<std::string> axes;
  for (const ResultRow& row : rows)
    for (const auto& [axis, value] : row.configuration.axes) axes.insert(axis);
  for (const std::string& axis : axes) columns.push_back(axis_column(axis));
}

void add_speeds(std::vector<ResultColumn>& columns, const std::vector<ResultRow>& rows) {
  const bool streams =
      std::all_of(rows.begin(), rows.end(), [](const auto& row) { return row.unit.streams; });
  const std::string unit = rate_base_unit(rows);
  const bool moves_bytes = unit == "B/s";  // then this is the rate itself
  const std::size_t first = columns.size();
  const Prefix giga{"G", 1e9};
  columns.push_back(
      figure_column("rate", unit == "/s" ? "rate " : "", unit, giga, 95,
                    "the kernel's work per second, in its family's unit (below); more is better",
                    [](const Report&, const ResultRow& row) { return row.items_per_second(); }));
  columns.push_back(
      figure_column("FLOP/s", "", "FLOP/s", giga, streams && !moves_bytes ? 83 : 30,
                    "floating-point operations per second, as the family counts them",
                    [](const Report&, const ResultRow& row) { return row.flops_per_second(); }));
  if (!moves_bytes)
    columns.push_back(
        figure_column("B/s", "", "B/s", giga, streams ? 84 : 10,
                      "the least memory traffic per second: each array once. 1 GB is 1e9 bytes",
                      [](const Report&, const ResultRow& row) { return row.bytes_per_second(); }));
  columns.push_back(figure_column(
      "time", "time ", "s", {"m", 1e-3}, 70, "seconds per launch: the median of the samples",
      [](const Report&, const ResultRow& row) {
        return row.timing ? std::optional(row.timing->median) : std::nullopt;
      }));
  for (std::size_t k = first; k < columns.size(); ++k) columns[k].is_speed = true;
}

/// "31 % of memory": the share of the nearest ceiling.
std::string bound_text(const ResultRow& row) {
  if (!row.bound) return "";
  return fmt::format("{} of {}", share_words(row.bound->share), row.bound->ceiling);
}

void add_energy(std::vector<ResultColumn>& columns, const std::string& items,
                const ExpectedRows& expected) {
  if (expected.watched)
    columns.push_back(
        text_column("MHz", Align::right, 20, 9, "the device's clock, then its memory's",
                    [](const Report&, const ResultRow& row) { return clocks_text(row); }));
  if (expected.watched || expected.energy)
    columns.push_back(
        text_column("W", Align::right, expected.energy ? 85 : 21, 6, "the device's power in watts",
                    [](const Report&, const ResultRow& row) { return watts_text(row); }));
  if (!expected.energy) return;
  columns.push_back(
      figure_column("J/launch", "", "J/launch", {}, 87, "energy per launch",
                    [](const Report&, const ResultRow& row) {
                      return has_energy(row) ? std::optional(row.energy->energy.joules_per_launch())
                                             : std::nullopt;
                    }));
  columns.push_back(
      figure_column("items/J", "", items + "/J", {"G", 1e9}, 86, "work per joule",
                    [](const Report&, const ResultRow& row) { return row.items_per_joule(); }));
}

}  // namespace

std::string rate_base_unit(const std::vector<ResultRow>& rows) {
  std::string symbol;
  for (const ResultRow& row : rows) {
    if (row.unit.symbol.empty()) continue;
    if (!symbol.empty() && symbol != row.unit.symbol) return "/s";
    symbol = row.unit.symbol;
  }
  return symbol.empty() ? "/s" : symbol.substr(1);  // without its G
}

std::vector<ResultColumn> result_columns(const Report& report, const std::vector<ResultRow>& rows,
                                         const ExpectedRows& expected) {
  std::vector<ResultColumn> columns;
  add_subjects(columns, rows);
  add_speeds(columns, rows);
  columns.push_back(text_column(
      "noise", Align::right, kExpectedRank, expected.untested ? 8 : 6,
      fmt::format("the samples' standard deviation divided by their mean; {}: fewer than {} "
                  "samples, too few to know",
                  kUntestedNoise, kMinSamples),
      [](const Report&, const ResultRow& row) { return noise_text(row); }));
  if (expected.verified)
    columns.push_back(text_column(
        "max error", Align::right, 50, 7,
        "the largest relative error of a result; the tolerance is in JSON",
        [](const Report&, const ResultRow& row) {
          return row.verification ? fmt::format("{:.1e}", row.verification->max_error) : "";
        }));
  if (expected.bounded)
    columns.push_back(text_column(
        "bound", Align::left, 91, 28,
        "the share of the nearest ceiling of the device that the row reaches, and the name of that "
        "ceiling (--roofline)",
        [](const Report&, const ResultRow& row) { return bound_text(row); }));
  const std::string rate = rate_base_unit(rows), items = rate.substr(0, rate.find("/s"));
  add_energy(columns, items, expected);
  if (!report.prices.path.empty())
    columns.push_back(figure_column(
        "rate/price", rate == "/s" ? "rate " : "", rate + "/" + report.prices.currency, {"G", 1e9},
        88, "the rate divided by the device's price (--price-file)", rate_per_price));
  if (!report.baseline.empty())
    columns.push_back(
        text_column("x base", Align::right, 92, 6,
                    "the rate divided by the baseline's (--baseline) at the same n and precision",
                    [](const Report& so_far, const ResultRow& row) {
                      const auto ratio = rate_over_baseline(so_far, row);
                      return ratio ? fmt::format("{:.2f}", *ratio) : std::string();
                    }));
  for (const RowColumn* column : report.columns) {
    columns.push_back(text_column(column->name, Align::right, kNeededRank, 9, column->meaning,
                                  [column](const Report& so_far, const ResultRow& row) {
                                    return column->place.empty()
                                               ? axes_of(row.configuration)
                                               : column_text(*column, to_json(so_far, row), 4);
                                  }));
    if (!column->unit.empty()) columns.back().title += " " + column->unit;
  }
  const bool long_status =
      !expected.verified || std::any_of(rows.begin(), rows.end(),
                                        [](const ResultRow& row) { return row.device.emulated; });
  columns.push_back(
      text_column("status", Align::left, 100, long_status ? 12 : 9,
                  "whether the results are right, and whether the speed is reliable (below)",
                  [](const Report&, const ResultRow& row) { return status_text(row); }));
  return columns;
}

std::string subject_cell(const ResultColumn& column, const ResultRow& row) {
  return column.text({}, row);
}

}  // namespace gputest
