#include "common/run/result.hpp"

#include <cmath>

namespace gputest {
namespace {

using Json = nlohmann::ordered_json;

std::optional<double> rate(const ResultRow& row, double Work::*amount) {
  if (!row.timing || !row.work || !(row.timing->median > 0)) return std::nullopt;
  return (*row.work).*amount / row.timing->median;
}

Json json_optional(std::optional<double> value, double scale = 1) {
  return value ? json_number(*value * scale) : Json();
}

Json text_or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

Json to_json(const Verification& verification) {
  return {{"passed", verification.passed},
          {"max_error", json_number(verification.max_error)},
          {"rms_error", json_number(verification.rms_error)},
          {"tolerance", json_number(verification.tolerance)},
          {"worst_index", verification.worst_index},
          {"checked", verification.checked},
          {"salt", verification.salt ? Json(*verification.salt) : Json()},
          {"second", text_or_null(verification.second)}};
}

Json to_json(const HostNoise& host) {
  return {{"seconds", json_number(host.seconds)},
          {"others", json_number(host.others)},
          {"steal", json_number(host.steal)},
          {"preempted", host.preempted}};
}

Json to_json(const Timing& timing) {
  Json samples = Json::array();
  for (const double sample : timing.samples.seconds) samples.push_back(json_number(sample));
  const Interval& interval = timing.samples.interval;
  return {{"method", timing.method()},
          {"strategy", name(timing.asked.strategy)},
          {"convergence", name(timing.samples.convergence)},
          {"launches_per_sample", timing.samples.launches_per_sample},
          {"samples_s", samples},
          {"median_s", json_number(timing.median)},
          {"interval_s", {json_number(interval.low), json_number(interval.high)}},
          {"min_s", json_number(timing.min)},
          {"relative_stdev", json_number(timing.relative_stdev)},
          {"event_median_s", json_optional(timing.event_median)},
          {"upload_s", json_number(timing.upload)},
          {"download_s", json_number(timing.download)},
          {"host", to_json(timing.host)}};
}

Json to_json(const MonitorReading& monitor) {
  const DeviceReading& now = monitor.reading;
  return {{"source", text_or_null(monitor.source)},
          {"reason", monitor.reason},
          {"core_mhz", now.core_mhz ? Json(*now.core_mhz) : Json()},
          {"memory_mhz", now.memory_mhz ? Json(*now.memory_mhz) : Json()},
          {"watts", json_optional(now.watts)},
          {"celsius", json_optional(now.celsius)},
          {"throttled", now.throttled}};
}

Json to_json(const EnergyReport& report, std::optional<double> items_per_joule) {
  Json json{{"source", text_or_null(report.source)}, {"reason", report.reason}};
  const Energy& energy = report.energy;
  const bool has = !report.source.empty();
  json["window_s"] = has ? json_number(energy.seconds) : Json();
  json["launches"] = has ? Json(energy.launches) : Json();
  json["joules_per_launch"] = has ? json_number(energy.joules_per_launch()) : Json();
  json["items_per_joule"] = json_optional(items_per_joule);
  json["mean_watts"] = has ? json_number(energy.watts()) : Json();
  return json;
}

}  // namespace

std::string_view name(RowStatus status) {
  switch (status) {
    case RowStatus::ok:
      return "ok";
    case RowStatus::noisy:
      return "noisy";
    case RowStatus::disturbed:
      return "disturbed";
    case RowStatus::throttled:
      return "throttled";
    case RowStatus::failed:
      return "failed";
    case RowStatus::skipped:
      return "skipped";
    case RowStatus::error:
      break;
  }
  return "error";
}

std::string_view meaning(RowStatus status) {
  switch (status) {
    case RowStatus::ok:
      return "the answer is right, and the speed is to be relied on";
    case RowStatus::noisy:
      return "the answer is right; its samples did not converge, so that the speed is in doubt";
    case RowStatus::disturbed:
      return "likewise; the processors that it ran on worked for others as well";
    case RowStatus::throttled:
      return "likewise; the device held its clocks back";
    case RowStatus::failed:
      return "the answer is wrong: no speed is shown";
    case RowStatus::skipped:
      return "it was not run: the kernel or the device does not take it, or the API is not there";
    case RowStatus::error:
      break;
  }
  return "it could not be run";
}

const std::vector<RowStatus>& all_statuses() {
  static const std::vector<RowStatus> all{
      RowStatus::ok,     RowStatus::noisy,   RowStatus::disturbed, RowStatus::throttled,
      RowStatus::failed, RowStatus::skipped, RowStatus::error};
  return all;
}

std::optional<double> ResultRow::items_per_second() const { return rate(*this, &Work::items); }
std::optional<double> ResultRow::flops_per_second() const { return rate(*this, &Work::flops); }
std::optional<double> ResultRow::bytes_per_second() const { return rate(*this, &Work::bytes); }

std::optional<double> ResultRow::items_per_joule() const {
  if (!energy || energy->source.empty() || !work || !(energy->energy.joules > 0))
    return std::nullopt;
  return work->items / energy->energy.joules_per_launch();
}

Json json_number(double value) { return std::isfinite(value) ? Json(value) : Json(); }

Json to_json(const LaunchPlan& plan) {
  Json passes = Json::array();
  for (const Pass& pass : plan.passes)
    passes.push_back({{"name", pass.name},
                      {"grid", pass.grid},
                      {"block", pass.block},
                      {"shared_bytes", pass.shared_bytes},
                      {"times", pass.times}});
  Json parameters = Json::object();
  for (const auto& [parameter, value] : plan.parameters) parameters[parameter] = value;
  return {{"passes", passes}, {"parameters", parameters}, {"scratch_bytes", plan.scratch_bytes}};
}

Json to_json(const LaunchCounts& counts) {
  Json units = Json::array(), memory = Json::array(), banks = Json::array();
  Json kernels = Json::array();
  for (const UnitCounts& unit : counts.units)
    units.push_back({{"unit", unit.unit},
                     {"instructions", unit.instructions},
                     {"active_lanes", unit.lanes},
                     {"cycles", unit.cycles}});
  for (const MemoryCounts& access : counts.memory)
    memory.push_back({{"access", access.access},
                      {"requests", access.requests},
                      {"active_lanes", access.lanes},
                      {"bytes_asked", access.bytes},
                      {"bytes_moved", counts.bytes_moved(access)},
                      {"lines_32", access.lines_32},
                      {"lines_64", access.lines_64},
                      {"lines_128", access.lines_128}});
  for (const BankCounts& access : counts.banks)
    banks.push_back({{"access", access.access},
                     {"requests", access.requests},
                     {"bytes_asked", access.bytes},
                     {"cycles", access.cycles},
                     {"cycles_without_conflicts", access.without},
                     {"most_in_a_row", access.most_in_a_row}});
  for (const CountedKernel& kernel : counts.kernels)
    kernels.push_back(
        {{"name", kernel.name},
         {"launches", kernel.launches},
         {"vector_registers", kernel.vector_registers},
         {"scalar_registers", kernel.scalar_registers},
         {"shared_bytes", kernel.shared_bytes},
         {"scratch_bytes", kernel.scratch_bytes},
         {"occupancy", kernel.occupancy > 0 ? json_number(kernel.occupancy) : Json()}});
  const CountSums sums = counts.sums();
  return {{"wavefront", counts.wavefront},
          {"line_bytes", counts.line},
          {"wavefronts", counts.wavefronts},
          {"instructions", counts.instructions},
          {"mean_active_lanes", json_number(counts.mean_lanes())},
          {"valu_cycles", sums.valu_cycles},
          {"global_bytes_asked", sums.global_bytes_asked},
          {"global_bytes_moved", sums.global_bytes_moved},
          {"lds_cycles", sums.lds_cycles},
          {"lds_cycles_without_conflicts", sums.lds_cycles_without_conflicts},
          {"atomic_operations", counts.atomics.operations},
          {"atomic_addresses", counts.atomics.addresses},
          {"atomic_most_on_one", counts.atomics.most},
          {"units", units},
          {"memory", memory},
          {"banks", banks},
          {"kernels", kernels}};
}

Json to_json(const SharedWork& shared) {
  Json devices = Json::array();
  for (const DeviceShare& share : shared.shares)
    devices.push_back({{"id", share.device},
                       {"rank", share.rank},
                       {"host", share.host},
                       {"kernel", share.kernel},
                       {"items", share.items},
                       {"copies_s", json_number(share.copies)},
                       {"kernels_s", json_number(share.kernels)},
                       {"waits_s", json_number(share.waits)}});
  return {{"copies", shared.copies}, {"split", shared.split}, {"devices", devices}};
}

Json to_json(const ResultRow& row) {
  Json json = Json::object();
  json["api"] = row.api;
  json["device"] = {{"id", row.device.id},
                    {"name", row.device.name},
                    {"vendor", row.device.vendor},
                    {"driver", row.device.driver},
                    {"emulated", row.device.emulated},
                    {"uuid", text_or_null(row.device.uuid)},
                    {"pci_address", text_or_null(row.device.pci_address)}};
  const bool has_kernel = !row.kernel.variant.empty();
  json["kernel"] = has_kernel ? Json(row.kernel.name()) : Json();
  json["algorithm"] = has_kernel ? Json(row.kernel.family) : Json();
  json["variant"] = has_kernel ? Json(row.kernel.variant) : Json();
  const bool has_configuration = !row.configuration.layout.empty();
  json["layout"] = has_configuration ? Json(row.configuration.layout) : Json();
  json["precision"] = has_configuration ? Json(name(row.configuration.precision)) : Json();
  json["text"] = Json();
  if (row.text) {
    json["text"] = {{"checksum", row.text->checksum}, {"replaced", row.text->replaced}};
    if (!row.text->file.empty()) json["text"]["file"] = row.text->file;
    if (!row.text->compiler.empty()) {
      json["text"]["compiler"] = row.text->compiler;
      json["text"]["options"] = row.text->options;
      json["text"]["code"] = row.text->code;
    }
  }
  json["n"] = row.n;
  json["block"] = row.configuration.block == 0 ? Json() : Json(row.configuration.block);
  json["problem"] = row.problem;
  json["status"] = name(row.status);
  json["reason"] = row.reason;
  json["verify"] = row.verification ? to_json(*row.verification) : Json();
  json["time"] = row.timing ? to_json(*row.timing) : Json();
  json["monitor"] = row.monitor ? to_json(*row.monitor) : Json();
  json["energy"] = row.energy ? to_json(*row.energy, row.items_per_joule()) : Json();
  json["work"] = Json();
  if (row.work)
    json["work"] = {{"items", json_number(row.work->items)},
                    {"flops", json_number(row.work->flops)},
                    {"bytes", json_number(row.work->bytes)}};
  json["rate"] = Json();
  if (row.timing)
    json["rate"] = {{"unit", row.unit.items},
                    {"per_s", json_optional(row.items_per_second())},
                    {"gflops", json_optional(row.flops_per_second(), 1e-9)},
                    {"gbytes_per_s", json_optional(row.bytes_per_second(), 1e-9)}};
  if (row.bound)
    json["bound"] = {{"ceiling", row.bound->ceiling},
                     {"share", json_number(row.bound->share)},
                     {"most", json_number(row.bound->most)},
                     {"unit", row.bound->unit}};
  json["plan"] = row.plan ? to_json(*row.plan) : Json();
  if (row.counts) json["counts"] = to_json(*row.counts);
  if (row.shared) json["shared"] = to_json(*row.shared);
  for (const LaunchPart& part : row.parts)
    json["parts"].push_back({{"name", part.name}, {"seconds", json_number(part.seconds)}});
  if (row.shared && !row.timing)
    for (Json& device : json["shared"]["devices"])
      device["copies_s"] = device["kernels_s"] = device["waits_s"] = Json();
  if (!row.api_failure.call.empty())
    json["api_failure"] = {{"call", row.api_failure.call},
                           {"code", row.api_failure.code},
                           {"build_log", row.api_failure.build_log}};
  return json;
}

}  // namespace gputest
