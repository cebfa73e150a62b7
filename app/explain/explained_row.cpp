#include "app/explain/explained_row.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/report/report_rows.hpp"

namespace gputest {
namespace {

using FileJson = nlohmann::ordered_json;

std::string word_of(const FileJson& row, const char* name) {
  return row.at(name).is_string() ? row.at(name).get<std::string>() : "";
}

std::optional<double> number_of(const FileJson& row, const char* name) {
  return row.at(name).is_number() ? std::optional(row.at(name).get<double>()) : std::nullopt;
}

/// The row's plan; report_rows() has already checked it by the schema.
std::optional<LaunchPlan> plan_of(const ResultReader& reader, const FileJson& row) {
  if (!row.contains("plan") || row.at("plan").is_null()) return std::nullopt;
  const FileJson& json = row.at("plan");
  LaunchPlan plan;
  for (const FileJson& from : json.at("passes")) {
    Pass pass;
    pass.name = from.at("name").get<std::string>();
    pass.grid = from.at("grid").get<std::array<std::uint64_t, 3>>();
    pass.block = from.at("block").get<std::array<std::uint32_t, 3>>();
    pass.shared_bytes = from.value("shared_bytes", std::uint64_t{0});
    pass.times = from.value("times", std::uint64_t{1});
    plan.passes.push_back(std::move(pass));
  }
  if (json.contains("parameters"))
    for (const auto& [name, value] : json.at("parameters").items()) {
      reader.require(value.is_number_unsigned(), "plan's parameter", value);
      plan.parameters.emplace_back(name, value.get<std::uint64_t>());
    }
  plan.scratch_bytes = json.value("scratch_bytes", std::uint64_t{0});
  return plan;
}

/// The problem in today's names, with the family's axes separated from it.
void add_problem(const Registry& registry, const FileJson& from, ExplainedRow& row) {
  row.problem = from.at("problem");
  const Family* family = registry.find_family(row.family);
  if (family != nullptr) family->update_parameters(row.problem);
  nlohmann::json rest = nlohmann::json::object();  // members in alphabetical order
  for (const auto& [name, value] : row.problem.items()) rest[name] = value;
  if (family != nullptr)
    for (const Axis& axis : family->axes()) {
      if (!rest.contains(axis.name)) continue;
      const nlohmann::json& value = rest.at(axis.name);
      row.axes[axis.name] = value.is_string() ? value.get<std::string>() : value.dump();
      rest.erase(axis.name);
    }
  row.rest_of_problem = rest.dump();
}

ExplainedRow explained_row(const Registry& registry, const ResultReader& reader,
                           const FileJson& from, const FileJson& flat) {
  ExplainedRow row;
  row.api = flat.at("api").get<std::string>();
  row.device = flat.at("device").get<std::string>();
  row.device_name = from.at("device").at("name").get<std::string>();
  row.kernel = reader.word(from, "kernel", false);
  row.family = word_of(flat, "family");
  row.layout = word_of(flat, "layout");
  row.precision = word_of(flat, "precision");
  row.emulated = flat.at("emulated").get<bool>();
  reader.count(from, "n", false);
  row.n = from.at("n").get<std::uint64_t>();
  if (!reader.count(from, "block", true).empty()) row.block = from.at("block").get<std::uint64_t>();
  reader.require(from.at("problem").is_object(), "problem", from.at("problem"));
  add_problem(registry, from, row);
  if (const auto text = from.find("text"); text != from.end() && text->is_object())
    row.text = text->value("file", "");
  row.status = flat.at("status").get<std::string>();
  row.reason = word_of(flat, "reason");
  row.entry = reader.entry(from);
  row.convergence = word_of(flat, "convergence");
  row.items = number_of(flat, "items");
  row.flops = number_of(flat, "flops");
  row.bytes = number_of(flat, "bytes");
  row.unit = word_of(flat, "unit");
  if (const Family* family = registry.find_family(row.family))
    row.symbol = family->rate_unit().symbol;
  row.per_s = number_of(flat, "rate");
  row.gflops = number_of(flat, "gflops");
  row.gbytes_per_s = number_of(flat, "gbytes");
  row.bound = number_of(flat, "bound");
  row.ceiling = word_of(flat, "ceiling");
  row.upload = number_of(flat, "upload");
  row.download = number_of(flat, "download");
  row.stdev = number_of(flat, "stdev");
  row.core_mhz = number_of(flat, "core_mhz");
  row.watts = number_of(flat, "watts");
  row.plan = plan_of(reader, from);
  if (const auto parts = from.find("parts"); parts != from.end())
    for (const FileJson& part : *parts)
      row.parts.push_back({part.at("name").get<std::string>(), part.at("seconds").get<double>()});
  if (const auto counts = from.find("counts"); counts != from.end()) row.counts = *counts;
  return row;
}

}  // namespace

std::string ExplainedRow::point() const {
  std::vector<std::string> values;
  for (const std::string& value : {layout, precision})
    if (!value.empty()) values.push_back(value);
  if (block != 0) values.push_back(fmt::format("block {}", block));
  for (const auto& [axis, value] : axes) values.push_back(fmt::format("{}={}", axis, value));
  values.push_back(fmt::format("n = {}", n));
  return fmt::format("{}", fmt::join(values, ", "));
}

std::vector<ExplainedRow> explained_rows(const Registry& registry, const ResultFile& file) {
  const FileJson flat = report_rows(file);
  return reading(file.path, [&] {
    std::vector<ExplainedRow> rows;
    for (std::size_t place = 0; place < flat.size(); ++place) {
      const FileJson& from = file.rows()[place];
      if (from.at("kernel").is_null()) continue;  // an absent API
      rows.push_back(reading_row(file.path, place, [&] {
        return explained_row(registry, ResultReader(file.path, place), from, flat[place]);
      }));
      rows.back().number = place + 1;
    }
    return rows;
  });
}

}  // namespace gputest
