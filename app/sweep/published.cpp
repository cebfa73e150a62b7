#include "app/sweep/published.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "common/core/names.hpp"

namespace gputest {
namespace {

using Json = nlohmann::ordered_json;

bool is_value(const Json& wanted, const Json& found) {
  if (wanted.is_array())
    return std::any_of(wanted.begin(), wanted.end(),
                       [&](const Json& one) { return is_value(one, found); });
  if (wanted.is_number() && found.is_number()) {
    const double a = wanted.get<double>(), b = found.get<double>();
    return std::abs(a - b) <= 1e-12 * std::abs(a);
  }
  return wanted.is_string() && found.is_string() &&
         matches_glob(wanted.get_ref<const std::string&>(), found.get_ref<const std::string&>());
}

/// Whether the row, as JSON, has all values; its own fields take precedence over its problem's.
bool has_all(const Json& match, const Json& row) {
  for (const auto& [key, wanted] : match.items()) {
    const Json& problem = row.at("problem");
    const Json found = row.contains(key)       ? row.at(key)
                       : problem.contains(key) ? problem.at(key)
                                               : Json();
    if (!is_value(wanted, found)) return false;
  }
  return true;
}

/// The row's figure in the published unit; for "times" its rate.
std::optional<double> figure_of(const Published& figure, const ResultRow& row) {
  if (!row.timing) return std::nullopt;
  const auto scaled = [](std::optional<double> value) -> std::optional<double> {
    if (!value) return std::nullopt;
    return *value * 1e-9;
  };
  if (figure.unit == "Gflops") return scaled(row.flops_per_second());
  if (figure.unit == "GB/s") return scaled(row.bytes_per_second());
  if (figure.unit != "s") return scaled(row.items_per_second());
  return figure.launches * row.timing->median +
         (figure.transfers ? row.timing->upload + row.timing->download : 0);
}

/// The best row of each device that has all of `match`.
std::vector<Ours> best_rows(const Published& figure, const Json& match,
                            const std::vector<ResultRow>& rows) {
  std::vector<Ours> best;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const auto value = figure_of(figure, rows[k]);
    if (!value || !has_all(match, to_json(rows[k]))) continue;
    const auto same = std::find_if(best.begin(), best.end(), [&](const Ours& other) {
      return rows[other.row].device.id == rows[k].device.id;
    });
    if (same == best.end())
      best.push_back({k, *value});
    else if (figure.unit == "s" ? *value < same->value : *value > same->value)
      *same = {k, *value};
  }
  return best;
}

}  // namespace

const std::vector<std::string>& Published::units() {
  static const std::vector<std::string> all{"Gflops", "GB/s", "Gitems/s", "s", "times"};
  return all;
}

std::vector<Ours> ours(const Published& figure, const std::vector<ResultRow>& rows) {
  if (figure.match.empty()) return {};
  std::vector<Ours> found = best_rows(figure, figure.match, rows);
  if (figure.unit != "times") return found;
  const std::vector<Ours> base = best_rows(figure, figure.over, rows);
  std::vector<Ours> ratios;
  for (const Ours& one : found)
    for (const Ours& other : base)
      if (rows[one.row].device.id == rows[other.row].device.id)
        ratios.push_back({one.row, one.value / other.value});
  return ratios;
}

Table published_table(const std::vector<Published>& figures, const std::vector<ResultRow>& rows) {
  Table table;
  table.columns = {{"figure"}, {"published", Align::right}, {"unit"},   {"on"},
                   {"where"},  {"here", Align::right},      {"device"}, {"kernel"}};
  for (const Published& figure : figures) {
    const std::vector<std::string> start{figure.what, figure.printed, figure.unit, figure.device,
                                         figure.where};
    const auto add = [&](const std::string& here, const std::string& device,
                         const std::string& kernel) {
      Table::Row line{start};
      line.cells.insert(line.cells.end(), {here, device, kernel});
      table.rows.push_back(line);
    };
    const std::vector<Ours> found = ours(figure, rows);
    if (found.empty()) add("", figure.match.empty() ? "only quoted" : "not run here", "");
    for (const Ours& one : found) {
      const ResultRow& row = rows[one.row];
      add(fmt::format("{:.4g}{}", one.value, is_doubtful(row.status) ? "~" : ""), row.device.id,
          row.kernel.name());
    }
  }
  return table;
}

Json published_json(const std::vector<Published>& figures, const std::vector<ResultRow>& rows) {
  Json list = Json::array();
  for (const Published& figure : figures) {
    Json measured = Json::array();
    for (const Ours& one : ours(figure, rows))
      measured.push_back({{"row", one.row},
                          {"device", rows[one.row].device.id},
                          {"value", json_number(one.value)}});
    list.push_back({{"what", figure.what},
                    {"value", figure.value},
                    {"unit", figure.unit},
                    {"device", figure.device},
                    {"where", figure.where},
                    {"ours", measured}});
  }
  return list;
}

}  // namespace gputest
