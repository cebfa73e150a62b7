#include "app/report/report_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/command/table.hpp"
#include "app/results/problem_words.hpp"
#include "app/results/row_columns.hpp"
#include "common/measure/statistics.hpp"
#include "common/run/result.hpp"

namespace gputest {
namespace {

using PageJson = nlohmann::ordered_json;

/// Reads members of a part of a row. An absent member is null, because versions have different
/// members.
class Part {
 public:
  /// The part of that name; all its members are null if the row lacks it.
  Part(const ResultReader& reader, const PageJson& row, const char* name) : reader_(reader) {
    if (!row.contains(name) || row.at(name).is_null()) return;
    reader.require(row.at(name).is_object(), name, row.at(name));
    part_ = &row.at(name);
  }
  Part(const ResultReader& reader, const PageJson& part) : reader_(reader), part_(&part) {}

  bool is_there() const { return part_ != nullptr; }
  const PageJson& operator*() const { return *part_; }

  /// A finite number that is not negative.
  PageJson number(const char* what) const {
    const PageJson* value = find(what);
    if (value == nullptr) return nullptr;
    reader_.require(value->is_number() && std::isfinite(value->get<double>()) && *value >= 0, what,
                    *value);
    return *value;
  }

  PageJson text(const char* what) const {
    const PageJson* value = find(what);
    if (value == nullptr) return nullptr;
    reader_.require(value->is_string(), what, *value);
    return *value;
  }

 private:
  const PageJson* find(const char* what) const {
    if (part_ == nullptr || !part_->contains(what) || part_->at(what).is_null()) return nullptr;
    return &part_->at(what);
  }

  const ResultReader& reader_;
  const PageJson* part_ = nullptr;
};

/// The quantile `p` of the sorted samples, by linear interpolation.
double quantile_of(const std::vector<double>& sorted, double p) {
  const double place = p * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

std::string problem_text(const PageJson& problem) {
  return problem_words(problem, [](const std::string&) { return true; });
}

void add_device(PageJson& out, const ResultReader& reader, const PageJson& row) {
  const Part part(reader, row, "device");
  out["api"] = reader.word(row, "api", false);
  out["device"] = reader.word(row.at("device"), "id", false);
  out["device_name"] = part.text("name");
  out["driver"] = part.text("driver");
  out["vendor"] = part.text("vendor");
  out["emulated"] = row.at("device").at("emulated").get<bool>();
}

void add_case(PageJson& out, const ResultReader& reader, const PageJson& row) {
  const Part part(reader, row);
  out["kernel"] = part.text("kernel");
  out["family"] = part.text("algorithm");
  out["layout"] = part.text("layout");
  out["precision"] = part.text("precision");
  out["n"] = part.number("n");
  out["block"] = part.number("block");
  const Part problem(reader, row, "problem");
  out["problem"] = problem.is_there() ? problem_text(*problem) : "";
  out["text"] = Part(reader, row, "text").text("file");
}

void add_times(PageJson& out, const ResultReader& reader, const PageJson& row,
               const ResultEntry& entry) {
  const Part part(reader, row, "time");
  const bool timed = entry.median.has_value();
  std::vector<double> sorted = entry.samples;
  std::sort(sorted.begin(), sorted.end());
  const auto quantile = [&](double p) {
    return timed ? PageJson(quantile_of(sorted, p)) : PageJson();
  };
  const Interval interval = median_interval(sorted);
  out["strategy"] = timed ? PageJson(entry.strategy) : PageJson();
  out["convergence"] = part.text("convergence");
  out["median"] = timed ? PageJson(*entry.median) : PageJson();
  out["low"] = timed ? PageJson(interval.low) : PageJson();
  out["high"] = timed ? PageJson(interval.high) : PageJson();
  out["least"] = quantile(0);
  out["first_quartile"] = quantile(0.25);
  out["third_quartile"] = quantile(0.75);
  out["most"] = quantile(1);
  out["stdev"] = part.number("relative_stdev");
  out["samples"] = entry.samples.size();
  out["upload"] = part.number("upload_s");
  out["download"] = part.number("download_s");
}

void add_verdict(PageJson& out, const ResultReader& reader, const PageJson& row) {
  const Part part(reader, row, "verify");
  out["error"] = part.number("max_error");
  out["rms_error"] = part.number("rms_error");
  out["tolerance"] = part.number("tolerance");
  out["checked"] = part.number("checked");
}

/// Adds the rates. Version 1 called the counted items interactions in every family.
void add_rates(PageJson& out, const ResultReader& reader, const PageJson& row) {
  const Part work(reader, row, "work"), rate(reader, row, "rate");
  const bool old = rate.is_there() && (*rate).contains("interactions_per_s");
  const PageJson items = work.number("items");
  out["items"] = items.is_null() ? work.number("interactions") : items;
  out["flops"] = work.number("flops");
  out["bytes"] = work.number("bytes");
  out["unit"] = old ? PageJson("interactions") : rate.text("unit");
  out["rate"] = rate.number(old ? "interactions_per_s" : "per_s");
  out["gflops"] = rate.number("gflops");
  out["gbytes"] = rate.number("gbytes_per_s");
  out["over_baseline"] = Part(reader, row).number("rate_over_baseline");
  const Part bound(reader, row, "bound");
  out["bound"] = bound.number("share");
  out["ceiling"] = bound.text("ceiling");
}

void add_power(PageJson& out, const ResultReader& reader, const PageJson& row) {
  const Part energy(reader, row, "energy"), monitor(reader, row, "monitor");
  out["joules"] = energy.number("joules_per_launch");
  out["items_per_joule"] = energy.number("items_per_joule");
  const PageJson mean = energy.number("mean_watts");
  out["watts"] = mean.is_null() ? monitor.number("watts") : mean;
  out["watts_source"] = mean.is_null() ? monitor.text("source") : energy.text("source");
  out["no_joules"] = energy.text("reason");
  out["core_mhz"] = monitor.number("core_mhz");
  out["memory_mhz"] = monitor.number("memory_mhz");
  const Part price(reader, row, "price");
  out["price"] = price.number("amount");
  out["currency"] = price.text("currency");
  out["rate_per_price"] = price.number("rate_per_price");
}

/// "128" or "16 x 4"; empty for a pass without a kernel.
std::string extent_text(const ResultReader& reader, const PageJson& sizes, const char* what) {
  reader.require(sizes.is_array() && sizes.size() == 3, what, sizes);
  std::array<std::uint64_t, 3> numbers{};
  for (std::size_t k = 0; k < 3; ++k) {
    reader.require(sizes[k].is_number_unsigned(), what, sizes);
    numbers[k] = sizes[k].get<std::uint64_t>();
  }
  return numbers[0] == 0 ? "" : extent(numbers);
}

void add_plan(PageJson& out, const ResultReader& reader, const PageJson& row) {
  const Part part(reader, row, "plan");
  out["plan"] = nullptr;
  if (!part.is_there()) return;
  const PageJson& passes = (*part).at("passes");
  reader.require(passes.is_array(), "plan's list of passes", passes);
  PageJson plan = PageJson::object();
  const Part parameters(reader, *part, "parameters");
  plan["parameters"] = parameters.is_there() ? problem_text(*parameters) : "";
  plan["scratch"] = part.number("scratch_bytes");
  plan["passes"] = PageJson::array();
  for (const PageJson& pass : passes) {
    const Part members(reader, pass);
    plan["passes"].push_back(
        {{"name", members.text("name")},
         {"grid", extent_text(reader, pass.at("grid"), "grid")},
         {"block", extent_text(reader, pass.at("block"), "block")},
         {"shared", members.number("shared_bytes")},
         {"times", pass.contains("times") ? members.number("times") : PageJson(1)}});
  }
  out["plan"] = std::move(plan);
}

/// Adds a list of accesses to memory and to LDS; lines have the device's line size.
void add_launch_counts(PageJson& out, const ResultReader& reader, const PageJson& row) {
  const Part part(reader, row, "counts");
  out["counts"] = nullptr;
  if (!part.is_there()) return;
  PageJson accesses = PageJson::array();
  const PageJson line = part.number("line_bytes");
  for (const char* of : {"memory", "banks"}) {
    const PageJson& list = (*part).at(of);
    reader.require(list.is_array(), "counts' list of accesses", list);
    for (const PageJson& element : list) {
      const Part access(reader, element);
      const PageJson requests = access.number("requests"), moved = access.number("bytes_moved");
      const bool has_lines = moved.is_number() && line.is_number() && requests.is_number() &&
                             requests.get<double>() > 0 && line.get<double>() > 0;
      accesses.push_back({{"access", access.text("access")},
                          {"requests", requests},
                          {"asked", access.number("bytes_asked")},
                          {"moved", moved},
                          {"lines", has_lines ? PageJson(moved.get<double>() / line.get<double>() /
                                                         requests.get<double>())
                                              : PageJson()},
                          {"cycles", access.number("cycles")},
                          {"without", access.number("cycles_without_conflicts")},
                          {"most", access.number("most_in_a_row")}});
    }
  }
  out["counts"] = {{"instructions", part.number("instructions")},
                   {"lanes", part.number("mean_active_lanes")},
                   {"accesses", std::move(accesses)}};
}

PageJson page_row(const ResultReader& reader, const PageJson& row) {
  PageJson out = PageJson::object();
  add_device(out, reader, row);
  add_case(out, reader, row);
  ResultEntry entry;
  if (row.at("kernel").is_null())
    entry.status = reader.choice(row.at("status"), "status", {name(RowStatus::skipped)});
  else
    entry = reader.entry(row);
  out["status"] = entry.status;
  out["reason"] = Part(reader, row).text("reason");
  add_times(out, reader, row, entry);
  add_verdict(out, reader, row);
  add_rates(out, reader, row);
  add_power(out, reader, row);
  add_plan(out, reader, row);
  add_launch_counts(out, reader, row);
  PageJson& fields = out["fields"] = PageJson::object();
  for (const RowColumn& column : row_columns())
    if (const std::string text = column_text(column, row, 9); !text.empty())
      fields[column.name] = text;
  return out;
}

}  // namespace

nlohmann::ordered_json report_rows(const ResultFile& file) {
  return reading(file.path, [&] {
    PageJson rows = PageJson::array();
    for (std::size_t place = 0; place < file.rows().size(); ++place)
      rows.push_back(reading_row(file.path, place, [&] {
        return page_row(ResultReader(file.path, place), file.rows()[place]);
      }));
    return rows;
  });
}

}  // namespace gputest
