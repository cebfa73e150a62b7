// The result as a table, for people and for Markdown.
#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <ostream>

#include "app/report.hpp"
#include "app/table.hpp"

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

Table as_table(const Report& report) {
  Table table;
  table.columns = {
      {"device", Align::left},    {"kernel", Align::left},   {"layout", Align::left},
      {"prec", Align::left},      {"n", Align::right},       {"block", Align::right},
      {"Ginter/s", Align::right}, {"GFLOP/s", Align::right}, {"GB/s", Align::right},
      {"time", Align::right},     {"+-", Align::right},      {"max error", Align::right},
      {"status", Align::left}};
  const bool has_axes = std::any_of(report.rows.begin(), report.rows.end(), [](const auto& row) {
    return !row.configuration.axes.empty();
  });
  if (has_axes) table.columns.insert(table.columns.begin() + 6, {"axes", Align::left});
  const bool has_baseline = !report.baseline.empty();
  if (has_baseline) table.columns.insert(table.columns.end() - 1, {"x base", Align::right});
  for (const ResultRow& row : report.rows) {
    if (row.kernel.variant.empty()) continue;  // an absent API: noted below the table
    const auto interactions = row.interactions_per_second();
    const auto flops = row.flops_per_second();
    const auto bytes = row.bytes_per_second();
    std::vector<std::string> cells{
        row.device.id,
        row.kernel.name(),
        row.configuration.layout,
        std::string(name(row.configuration.precision)),
        std::to_string(row.n),
        row.configuration.block == 0 ? "" : std::to_string(row.configuration.block),
        interactions ? fmt::format("{:.3f}", *interactions * 1e-9) : "",
        flops ? fmt::format("{:.1f}", *flops * 1e-9) : "",
        bytes ? fmt::format("{:.1f}", *bytes * 1e-9) : "",
        row.timing ? time_of(row.timing->median) : "",
        row.timing ? fmt::format("{:.1f}%", row.timing->relative_stdev * 100) : "",
        row.verification ? fmt::format("{:.1e}", row.verification->max_error) : ""};
    if (has_axes) cells.insert(cells.begin() + 6, axes_of(row.configuration));
    if (has_baseline) {
      const auto ratio = rate_over_baseline(report, row);
      cells.push_back(ratio ? fmt::format("{:.2f}", *ratio) : "");
    }
    cells.push_back(status_of(row));
    table.rows.push_back({cells, row.status == RowStatus::ok        ? Tone::good
                                 : row.status == RowStatus::skipped ? Tone::plain
                                                                    : Tone::bad});
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

/// Why rows are not ok, each reason once.
std::vector<std::string> notes(const Report& report) {
  std::vector<std::string> lines;
  for (const ResultRow& row : report.rows) {
    if (row.reason.empty()) continue;
    const std::string subject =
        row.kernel.variant.empty()
            ? row.device.id
            : fmt::format("{} {} {} {} n={}", row.device.id, row.kernel.name(),
                          row.configuration.layout, name(row.configuration.precision), row.n);
    lines.push_back(fmt::format("{} {}: {}", subject, name(row.status), row.reason));
  }
  return lines;
}

}  // namespace

void print_table(std::ostream& out, const Report& report, bool colour) {
  for (const std::string& line : device_lines(report)) fmt::print(out, "{}\n", line);
  const Table table = as_table(report);
  if (!table.rows.empty()) fmt::print(out, "\n{}", to_text(table, colour));
  const auto lines = notes(report);
  if (!lines.empty()) fmt::print(out, "\n{}\n", fmt::join(lines, "\n"));
}

void print_markdown(std::ostream& out, const Report& report) {
  for (const std::string& line : device_lines(report)) fmt::print(out, "- {}\n", line);
  fmt::print(out, "\n{}", to_markdown(as_table(report)));
  const auto lines = notes(report);
  if (!lines.empty()) fmt::print(out, "\n- {}\n", fmt::join(lines, "\n- "));
}

}  // namespace gputest
