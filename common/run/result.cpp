#include "common/run/result.hpp"

#include <algorithm>
#include <cmath>

#include "common/run/row_fields.hpp"

namespace gputest {
namespace {

using Json = nlohmann::ordered_json;
using namespace row_fields;

std::optional<double> rate(const ResultRow& row, double Work::*amount) {
  if (!row.timing || !row.work || !(row.timing->median > 0)) return std::nullopt;
  return (*row.work).*amount / row.timing->median;
}

Json json_optional(std::optional<double> value, double scale = 1) {
  return value ? json_number(*value * scale) : Json();
}

Json text_or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

template <class T>
Json json_of(const T& value);

// Adds the JSON members that are computed from others.
template <class T>
void add_derived(Json&, const T&) {}

void add_derived(Json& json, const KernelText& text) {
  if (text.compiler.empty()) return;
  json["options"] = text.options;
  json["code"] = text.code;
}

void add_derived(Json& json, const Timing& timing) { json["method"] = timing.method(); }

void add_derived(Json& json, const EnergyReport& report) {
  const Energy& energy = report.energy;
  const bool has = !report.source.empty();
  json["window_s"] = has ? json_number(energy.seconds) : Json();
  json["launches"] = has ? Json(energy.launches) : Json();
  json["joules_per_launch"] = has ? json_number(energy.joules_per_launch()) : Json();
  json["mean_watts"] = has ? json_number(energy.watts()) : Json();
}

void add_derived(Json& json, const LaunchPlan& plan) {
  json["parameters"] = Json::object();
  for (const auto& [name, value] : plan.parameters) json["parameters"][name] = value;
}

void add_derived(Json& json, const CountedKernel& kernel) {
  json["occupancy"] = kernel.occupancy > 0 ? json_number(kernel.occupancy) : Json();
}

void add_derived(Json& json, const LaunchCounts& counts) {
  json["mean_active_lanes"] = json_number(counts.mean_lanes());
  json.update(json_of(counts.sums()));
  for (std::size_t k = 0; k < counts.memory.size(); ++k)
    json["memory"][k]["bytes_moved"] = counts.bytes_moved(counts.memory[k]);
}

template <class T>
bool is_empty(const T& value) {
  if constexpr (IsOptional<T>::value)
    return !value;
  else if constexpr (std::is_same_v<T, ApiFailure>)
    return value.call.empty();
  else if constexpr (requires { value.empty(); })
    return value.empty();
  else
    return false;
}

/// The members of `value` by name; kNames has a word for each.
template <class T>
Json members_of(const T& value) {
  Json json = Json::object();
  std::string_view names = kNames<T>;
  const auto add = [&](const auto& member) {
    const std::size_t end = std::min(names.find(' '), names.size());
    std::string_view word = names.substr(0, end);
    names.remove_prefix(std::min(end + 1, names.size()));
    const char mark = word[0];
    if (mark == '?' || mark == '!') word.remove_prefix(1);
    if (mark == '-' || ((mark == '!' || mark == '<') && is_empty(member))) return;
    if (mark == '<')
      json.update(json_of(member));
    else
      json[std::string(word)] = mark == '?' && is_empty(member) ? Json() : json_of(member);
  };
  std::apply([&](const auto&... member) { (add(member), ...); }, fields(value));
  add_derived(json, value);
  return json;
}

template <class T>
Json json_of(const T& value) {
  if constexpr (std::is_floating_point_v<T>) {
    return json_number(value);
  } else if constexpr (std::is_same_v<T, RowStatus> || std::is_same_v<T, Strategy> ||
                       std::is_same_v<T, Convergence>) {
    return name(value);
  } else if constexpr (std::is_same_v<T, Interval>) {
    return {json_number(value.low), json_number(value.high)};
  } else if constexpr (HasFields<const T>) {
    return members_of(value);
  } else if constexpr (IsOptional<T>::value) {
    return value ? json_of(*value) : Json();
  } else if constexpr (IsVector<T>::value) {
    Json list = Json::array();
    for (const auto& part : value) list.push_back(json_of(part));
    return list;
  } else {
    return Json(value);
  }
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
    case RowStatus::undefended:
      return "undefended";
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
      return "the answer is right and the speed is reliable";
    case RowStatus::noisy:
      return "the answer is right; the samples did not converge, so that the speed is doubtful";
    case RowStatus::disturbed:
      return "the answer is right; other work used its processors, so that the speed is doubtful";
    case RowStatus::throttled:
      return "the answer is right; the device throttled its clocks, so that the speed is doubtful";
    case RowStatus::undefended:
      return "the answer of one launch is right; the run left out defences (--without)";
    case RowStatus::failed:
      return "the answer is wrong: no speed is shown";
    case RowStatus::skipped:
      return "not run: the kernel or the device does not support the case, or the API is missing";
    case RowStatus::error:
      break;
  }
  return "the run failed";
}

const std::vector<RowStatus>& all_statuses() {
  static const std::vector<RowStatus> all{
      RowStatus::ok,         RowStatus::noisy,  RowStatus::disturbed, RowStatus::throttled,
      RowStatus::undefended, RowStatus::failed, RowStatus::skipped,   RowStatus::error};
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

Json to_json(const LaunchPlan& plan) { return json_of(plan); }
Json to_json(const LaunchCounts& counts) { return json_of(counts); }
Json to_json(const SharedWork& shared) { return json_of(shared); }

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
  const Configuration& point = row.configuration;
  json["layout"] = text_or_null(point.layout);
  json["precision"] = point.layout.empty() ? Json() : Json(name(point.precision));
  json["block"] = point.block == 0 ? Json() : Json(point.block);
  json.update(json_of(row));
  json["rate"] = Json();
  if (row.timing)
    json["rate"] = {{"unit", row.unit.items},
                    {"per_s", json_optional(row.items_per_second())},
                    {"gflops", json_optional(row.flops_per_second(), 1e-9)},
                    {"gbytes_per_s", json_optional(row.bytes_per_second(), 1e-9)}};
  if (row.energy) json["energy"]["items_per_joule"] = json_optional(row.items_per_joule());
  if (row.shared && !row.timing)
    for (Json& device : json["shared"]["devices"])
      device["copies_s"] = device["kernels_s"] = device["waits_s"] = Json();
  return json;
}

}  // namespace gputest
