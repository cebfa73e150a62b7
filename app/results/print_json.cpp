// The result as JSON, by app/results/result.schema.json.
#include <ostream>

#include "app/command/build_info.hpp"
#include "app/results/run_report.hpp"
#include "common/core/host.hpp"
#include "common/core/json_text.hpp"

namespace gputest {

nlohmann::ordered_json to_json(const Report& report, const ResultRow& row) {
  nlohmann::ordered_json result = to_json(row);
  const auto ratio = rate_over_baseline(report, row);
  if (ratio) result["rate_over_baseline"] = json_number(*ratio);
  if (const auto price = report.prices.of(row.device)) {
    const auto per_price = rate_per_price(report, row);
    result["price"] = {
        {"amount", json_number(*price)},
        {"currency", report.prices.currency},
        {"rate_per_price", per_price ? json_number(*per_price) : nlohmann::ordered_json()}};
  }
  return result;
}

void print_json(std::ostream& out, const Report& report) {
  auto json = nlohmann::ordered_json::object();
  json["schema_version"] = 2;
  json["gputest"] = build_info();
  json["host"] = {{"cpu", cpu_name()}, {"cores", cpu_cores()}, {"os", operating_system()}};
  json["argv"] = report.argv;
  json["baseline"] =
      report.baseline.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(report.baseline);
  json["interrupted"] = nullptr;
  if (report.interruption)
    json["interrupted"] = {{"finished", report.interruption->finished},
                           {"cases", report.interruption->cases}};
  if (!report.sweep.is_null()) json["sweep"] = report.sweep;
  if (!report.judge.empty()) json["judge"] = parse_json(report.judge);
  json["results"] = nlohmann::ordered_json::array();
  for (const ResultRow& row : report.rows) json["results"].push_back(to_json(report, row));
  // Names from drivers and the command line may be in any encoding; JSON is UTF-8.
  out << json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << "\n";
}

}  // namespace gputest
