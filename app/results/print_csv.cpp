// The result as CSV (RFC 4180): one line a row, fields that a spreadsheet or a plot needs.
#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include <optional>
#include <ostream>
#include <utility>

#include "app/results/run_report.hpp"
#include "common/core/printable.hpp"

namespace gputest {
namespace {

/// A field of text from outside.
std::string quoted(const std::string& given) {
  const std::string text = printable(given);
  if (text.find_first_of(",\"") == std::string::npos) return text;
  std::string result = "\"";
  for (const char c : text) result += c == '"' ? "\"\"" : std::string(1, c);
  return result + "\"";
}

std::string number(std::optional<double> value) {
  return value ? fmt::format("{:.9g}", *value) : "";
}

/// What a launch did, as sums; empty fields where nothing was counted.
std::vector<std::string> count_fields(const ResultRow& row) {
  if (!row.counts) return std::vector<std::string>(9);
  const LaunchCounts& counts = *row.counts;
  const CountSums sums = counts.sums();
  return {std::to_string(counts.instructions),
          number(counts.mean_lanes()),
          std::to_string(sums.valu_cycles),
          std::to_string(sums.global_bytes_asked),
          std::to_string(sums.global_bytes_moved),
          std::to_string(sums.lds_cycles),
          std::to_string(sums.lds_cycles_without_conflicts),
          std::to_string(counts.atomics.operations),
          std::to_string(counts.atomics.most)};
}

}  // namespace

void print_csv(std::ostream& out, const Report& report) {
  fmt::print(
      out,
      "api,device,device_name,kernel,layout,precision,n,block,axes,status,reason,max_error,"
      "tolerance,median_s,min_s,relative_stdev,event_median_s,upload_s,download_s,"
      "interactions_per_s,gflops,gbytes_per_s,rate_over_baseline,rate_unit,"
      "strategy,convergence,interval_low_s,interval_high_s,core_mhz,memory_mhz,watts,celsius,"
      "joules_per_launch,items_per_joule,mean_watts,rate_per_price,text_checksum,text_"
      "replaced,instructions,mean_active_lanes,valu_cycles,global_bytes_asked,global_bytes_moved,"
      "lds_cycles,lds_cycles_without_conflicts,atomic_operations,atomic_most_on_one,"
      "bound_ceiling,bound_share\r\n");
  for (const ResultRow& row : report.rows) {
    const bool has_kernel = !row.kernel.variant.empty();
    const auto timed = [&](double Timing::*field) {
      return number(row.timing ? std::optional((*row.timing).*field) : std::nullopt);
    };
    const auto verified = [&](double Verification::*field) {
      return number(row.verification ? std::optional((*row.verification).*field) : std::nullopt);
    };
    const auto scaled = [](std::optional<double> rate) {
      return number(rate ? std::optional(*rate * 1e-9) : std::nullopt);
    };
    const DeviceReading reading = row.monitor ? row.monitor->reading : DeviceReading{};
    const bool has_energy = row.energy && !row.energy->source.empty();
    std::vector<std::string> fields{
        row.api,
        row.device.id,
        quoted(row.device.name),
        quoted(has_kernel ? row.kernel.name() : ""),
        row.configuration.layout,
        row.configuration.layout.empty() ? "" : std::string(name(row.configuration.precision)),
        std::to_string(row.n),
        row.configuration.block == 0 ? "" : std::to_string(row.configuration.block),
        axes_of(row.configuration),
        std::string(name(row.status)),
        quoted(row.reason),
        verified(&Verification::max_error),
        verified(&Verification::tolerance),
        timed(&Timing::median),
        timed(&Timing::min),
        timed(&Timing::relative_stdev),
        number(row.timing ? row.timing->event_median : std::nullopt),
        timed(&Timing::upload),
        timed(&Timing::download),
        number(row.items_per_second()),
        scaled(row.flops_per_second()),
        scaled(row.bytes_per_second()),
        number(rate_over_baseline(report, row)),
        row.unit.items,
        row.timing ? std::string(name(row.timing->asked.strategy)) : "",
        row.timing ? std::string(name(row.timing->samples.convergence)) : "",
        number(row.timing ? std::optional(row.timing->samples.interval.low) : std::nullopt),
        number(row.timing ? std::optional(row.timing->samples.interval.high) : std::nullopt),
        number(reading.core_mhz),
        number(reading.memory_mhz),
        number(reading.watts),
        number(reading.celsius),
        number(has_energy ? std::optional(row.energy->energy.joules_per_launch()) : std::nullopt),
        number(row.items_per_joule()),
        number(has_energy ? std::optional(row.energy->energy.watts()) : std::nullopt),
        number(rate_per_price(report, row)),
        row.text ? row.text->checksum : "",
        row.text ? quoted(fmt::format("{}", fmt::join(row.text->replaced, " "))) : ""};
    for (std::string& field : count_fields(row)) fields.push_back(std::move(field));
    fields.push_back(row.bound ? quoted(row.bound->ceiling) : "");
    fields.push_back(number(row.bound ? std::optional(row.bound->share) : std::nullopt));
    fmt::print(out, "{}\r\n", fmt::join(fields, ","));
  }
}

}  // namespace gputest
