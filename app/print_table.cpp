// The result as a table, for people and for Markdown.
#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <ostream>

#include "app/report.hpp"
#include "app/table.hpp"
#include "common/core/host.hpp"
#include "common/core/printable.hpp"

namespace gputest {
namespace {

std::string time_of(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.2f} us", seconds * 1e6);
  if (seconds < 1) return fmt::format("{:.3f} ms", seconds * 1e3);
  return fmt::format("{:.3f} s", seconds);
}

std::string status_of(const ResultRow& row) {
  if (row.status != RowStatus::ok) return std::string(name(row.status));
  if (row.device.emulated) return "ok, emulated";
  return row.verification ? "ok" : "not verified";
}

constexpr const char* kRate = "rate";
constexpr const char* kUntested = "untested";
constexpr const char* kDoubtful = "~";  // behind a speed that is not to be relied on

/// What the rates of all rows are in; "rate" where rows differ, so that each says its own.
std::string common_unit(const Report& report) {
  std::string unit;
  for (const ResultRow& row : report.rows) {
    if (row.unit.symbol.empty()) continue;
    if (!unit.empty() && unit != row.unit.symbol) return kRate;
    unit = row.unit.symbol;
  }
  return unit.empty() ? kRate : unit;
}

bool has_doubtful(const Report& report) {
  return std::any_of(report.rows.begin(), report.rows.end(),
                     [](const ResultRow& row) { return is_doubtful(row.status); });
}

std::string rate_text(double per_second, const std::string& unit) {
  return fmt::format("{:.3f}{}{}", per_second * 1e-9, unit.empty() ? "" : " ", unit);
}

/// Columns that stand in the table only where some row has something for them.
struct OptionalColumn {
  std::string title;
  std::string (*cell)(const Report&, const ResultRow&);
};

std::string clocks(const Report&, const ResultRow& row) {
  if (!row.monitor || !row.monitor->reading.core_mhz) return "";
  const auto memory = row.monitor->reading.memory_mhz;
  return fmt::format("{}{}", *row.monitor->reading.core_mhz,
                     memory ? fmt::format("/{}", *memory) : "");
}

std::string watts(const Report&, const ResultRow& row) {
  if (row.energy && !row.energy->source.empty())
    return fmt::format("{:.1f}", row.energy->energy.watts());
  return row.monitor && row.monitor->reading.watts
             ? fmt::format("{:.0f}", *row.monitor->reading.watts)
             : "";
}

std::string joules(const Report&, const ResultRow& row) {
  return row.energy && !row.energy->source.empty()
             ? fmt::format("{:.4g}", row.energy->energy.joules_per_launch())
             : "";
}

std::string items_per_joule(const Report&, const ResultRow& row) {
  const auto items = row.items_per_joule();
  return items ? fmt::format("{:.4g}", *items * 1e-9) : "";
}

std::string per_price(const Report& report, const ResultRow& row) {
  const auto rate = rate_per_price(report, row);
  return rate ? fmt::format("{:.4g}", *rate * 1e-9) : "";
}

std::vector<OptionalColumn> optional_columns(const Report& report, const std::string& unit) {
  const auto slash = unit.find("/s");
  std::vector<OptionalColumn> columns;
  for (const OptionalColumn& column :
       {OptionalColumn{"MHz", clocks}, OptionalColumn{"W", watts},
        OptionalColumn{"J/launch", joules},
        OptionalColumn{slash == unit.npos ? "1e9/J" : unit.substr(0, slash) + "/J",
                       items_per_joule},
        OptionalColumn{fmt::format("{}/{}", unit == kRate ? "1e9/s" : unit, report.prices.currency),
                       per_price}}) {
    const auto has_it = [&](const ResultRow& row) { return !column.cell(report, row).empty(); };
    if (std::any_of(report.rows.begin(), report.rows.end(), has_it)) columns.push_back(column);
  }
  return columns;
}

Tone tone_of(RowStatus status) {
  if (status == RowStatus::ok) return Tone::good;
  if (status == RowStatus::skipped) return Tone::plain;
  return is_doubtful(status) ? Tone::doubtful : Tone::bad;
}

std::string noise_of(const Timing& timing) {
  if (timing.samples.convergence == Convergence::untested) return kUntested;
  return fmt::format("{:.1f}%", timing.relative_stdev * 100);
}

Table as_table(const Report& report) {
  const std::string unit = common_unit(report);
  Table table;
  table.columns = {{"device", Align::left}, {"kernel", Align::left},   {"layout", Align::left},
                   {"prec", Align::left},   {"n", Align::right},       {"block", Align::right},
                   {unit, Align::right},    {"GFLOP/s", Align::right}, {"GB/s", Align::right},
                   {"time", Align::right},  {"noise", Align::right},   {"max error", Align::right},
                   {"status", Align::left}};
  const bool has_axes = std::any_of(report.rows.begin(), report.rows.end(), [](const auto& row) {
    return !row.configuration.axes.empty();
  });
  if (has_axes) table.columns.insert(table.columns.begin() + 6, {"axes", Align::left});
  const bool has_baseline = !report.baseline.empty();
  const std::vector<OptionalColumn> more = optional_columns(report, unit);
  for (const OptionalColumn& column : more)
    table.columns.insert(table.columns.end() - 1, {column.title, Align::right});
  if (has_baseline) table.columns.insert(table.columns.end() - 1, {"x base", Align::right});
  const bool any_doubtful = has_doubtful(report);
  for (const ResultRow& row : report.rows) {
    if (row.kernel.variant.empty()) continue;  // an absent API: noted below the table
    const auto rate = row.items_per_second();
    const auto flops = row.flops_per_second();
    const auto bytes = row.bytes_per_second();
    const std::string mark = is_doubtful(row.status) ? kDoubtful : any_doubtful ? " " : "";
    std::vector<std::string> cells{
        row.device.id,
        row.kernel.name(),
        row.configuration.layout,
        row.configuration.layout.empty() ? "" : std::string(name(row.configuration.precision)),
        std::to_string(row.n),
        row.configuration.block == 0 ? "" : std::to_string(row.configuration.block),
        rate ? rate_text(*rate, unit == kRate ? row.unit.symbol : "") + mark : "",
        flops ? fmt::format("{:.1f}{}", *flops * 1e-9, mark) : "",
        bytes ? fmt::format("{:.1f}{}", *bytes * 1e-9, mark) : "",
        row.timing ? time_of(row.timing->median) + mark : "",
        row.timing ? noise_of(*row.timing) : "",
        row.verification ? fmt::format("{:.1e}", row.verification->max_error) : ""};
    if (has_axes) cells.insert(cells.begin() + 6, axes_of(row.configuration));
    for (const OptionalColumn& column : more) cells.push_back(column.cell(report, row));
    if (has_baseline) {
      const auto ratio = rate_over_baseline(report, row);
      cells.push_back(ratio ? fmt::format("{:.2f}", *ratio) : "");
    }
    cells.push_back(status_of(row));
    table.rows.push_back({cells, tone_of(row.status)});
  }
  return table;
}

/// "opencl:0: NVIDIA H100, driver …", each device once, in order.
std::vector<std::string> device_lines(const Report& report) {
  std::vector<std::string> lines;
  for (const ResultRow& row : report.rows) {
    if (row.kernel.variant.empty()) continue;
    const std::string line =
        fmt::format("{}: {} ({})", row.device.id, row.device.name, row.device.driver);
    if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
  }
  return lines;
}

/// The case of a row, in a line.
std::string subject(const ResultRow& row) {
  if (row.kernel.variant.empty()) return row.device.id;
  std::string text = fmt::format("{} {}", row.device.id, row.kernel.name());
  if (!row.configuration.layout.empty())
    text += fmt::format(" {} {}", row.configuration.layout, name(row.configuration.precision));
  return text + fmt::format(" n={}", row.n);
}

/// What a launch of each case enqueues, where its kernel says so.
std::vector<std::string> plan_lines(const Report& report) {
  std::vector<std::string> lines;
  for (const ResultRow& row : report.rows) {
    if (!report.shows_plans || !row.plan) continue;
    std::string text = subject(row) + ":";
    for (const auto& [parameter, value] : row.plan->parameters)
      text += fmt::format(" {}={}", parameter, value);
    if (row.plan->scratch_bytes > 0)
      text += fmt::format(" scratch={}", format_bytes(row.plan->scratch_bytes));
    lines.push_back(text);
    for (const Pass& pass : row.plan->passes) {
      text = fmt::format("    {}", pass.name);
      if (pass.grid[0] > 0)
        text += fmt::format(": {} blocks of {} threads", extent(pass.grid),
                            extent({pass.block[0], pass.block[1], pass.block[2]}));
      if (pass.shared_bytes > 0)
        text += fmt::format(", {} of shared memory per block", format_bytes(pass.shared_bytes));
      lines.push_back(text);
    }
  }
  return lines;
}

void add_once(std::vector<std::string>& lines, const std::string& line) {
  if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
}

/// Why rows are not ok, and why figures are missing that were asked for.
std::vector<std::string> notes(const Report& report) {
  std::vector<std::string> lines;
  if (report.interruption) lines.push_back(sentence(*report.interruption));
  for (const ResultRow& row : report.rows) {
    if (row.reason.empty()) continue;
    lines.push_back(fmt::format("{} {}: {}", subject(row), name(row.status), row.reason));
  }
  for (const ResultRow& row : report.rows)
    if (row.text)
      for (const std::string& file : row.text->replaced)
        add_once(lines, fmt::format("{} {}: its text is {}, not one built in", row.device.id,
                                    row.kernel.name(), file));
  if (has_doubtful(report))
    lines.push_back(fmt::format("{} marks a speed that is not to be relied on", kDoubtful));
  for (const std::string& sentence : doubtful_baselines(report)) lines.push_back(sentence);
  for (const ResultRow& row : report.rows) {
    if (row.timing && row.timing->samples.convergence == Convergence::untested)
      add_once(lines, fmt::format("{}: fewer than {} samples say nothing of their noise", kUntested,
                                  kMinSamples));
    if (row.verification && row.verification->salt && row.verification->checked < row.n)
      add_once(lines, fmt::format("{} {} n={}: {} results were compared, with --salt={}; "
                                  "--verify=full compares all",
                                  row.device.id, row.kernel.name(), row.n,
                                  row.verification->checked, *row.verification->salt));
    if (row.energy && row.energy->source.empty())
      add_once(lines, fmt::format("{} without energy: {}", row.device.id, row.energy->reason));
    if (!report.prices.path.empty() && row.timing && !report.prices.of(row.device))
      add_once(lines, fmt::format("{} without a price: {} does not name {}", row.device.id,
                                  report.prices.path, row.device.name));
  }
  return lines;
}

void print_lines(std::ostream& out, const std::vector<std::string>& lines,
                 std::string_view before_each = "") {
  for (const std::string& line : lines) fmt::print(out, "{}{}\n", before_each, printable(line));
}

}  // namespace

void print_table(std::ostream& out, const Report& report, bool colour) {
  print_lines(out, device_lines(report));
  const Table table = as_table(report);
  if (!table.rows.empty()) fmt::print(out, "\n{}", to_text(table, colour));
  for (const auto& lines : {plan_lines(report), notes(report)}) {
    if (!lines.empty()) fmt::print(out, "\n");
    print_lines(out, lines);
  }
}

void print_markdown(std::ostream& out, const Report& report) {
  print_lines(out, device_lines(report), "- ");
  fmt::print(out, "\n{}", to_markdown(as_table(report)));
  for (const auto& lines : {plan_lines(report), notes(report)}) {
    if (!lines.empty()) fmt::print(out, "\n");
    for (const std::string& line : lines)  // what is indented belongs to the item above
      print_lines(out, {line}, line.starts_with("    ") ? "" : "- ");
  }
}

}  // namespace gputest
