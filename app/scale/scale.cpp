// Weak and strong scaling of a kernel that several devices share: docs/many.md.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <set>
#include <tuple>

#include "app/command/build_info.hpp"
#include "app/command/commands.hpp"
#include "app/command/counts.hpp"
#include "app/command/messages.hpp"
#include "app/command/progress.hpp"
#include "app/command/table.hpp"
#include "app/results/run_report.hpp"
#include "app/run/case_loop.hpp"
#include "common/many/devices.hpp"
#include "common/many/scaling.hpp"
#include "common/many/shared_kernel.hpp"
#include "common/run/runner.hpp"

namespace gputest {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kStrong = "strong";
constexpr const char* kWeak = "weak";
constexpr std::array<std::size_t, 3> kNotMeasured{8, 64, 1024};  ///< predicted unless measured

struct ScaleOptions {
  std::string devices, api, kernel = "gravity_symmetric", n, precision = "fp32", min_time, format;
};

/// The measurement of one launch.
struct Measured {
  double seconds = 0;
  double communication = 0;  ///< share of the time in which devices waited
};

/// A number of devices, with its measurement and its prediction by the model.
struct ScalingRow {
  const char* scaling;
  std::size_t devices;
  std::uint64_t n;
  std::optional<Measured> measured;
  std::optional<double> speed_up;  ///< over one device, in pairs per second
  std::optional<many::PredictedTime> predicted;
  std::optional<double> predicted_speed_up;
  std::string status;  ///< like a row's, or "predicted"
  std::string reason;

  double count() const { return static_cast<double>(devices); }
};

/// Everything that the command prints.
struct ScalingResult {
  std::string kernel, precision;
  DeviceInfo device;
  std::optional<many::Scaling> model;  ///< none if one device has no speed
  bool by_share = false;               ///< predicted from a share on one device
  std::string copies;                  ///< how data are copied between devices (SharedWork)
  std::vector<ScalingRow> rows;
  std::vector<std::string> notes;
};

/// The shared kernel of that name. Throws Error(usage).
const many::SharedKernel& shared_kernel(const Registry& registry, const std::string& name) {
  std::vector<std::string> shared;
  for (const auto& kernel : registry.kernels()) {
    if (kernel->info().api != many::kApi) continue;
    if (kernel->info().name() == name) return dynamic_cast<const many::SharedKernel&>(*kernel);
    shared.push_back(kernel->info().name());
  }
  const std::vector<std::string> all = registry.kernel_names();
  if (std::find(all.begin(), all.end(), name) == all.end())
    throw Error(Status::usage, no_such("kernel", name, all));
  throw Error(Status::usage,
              fmt::format("devices cannot share {}; kernels for several devices are {}", name,
                          fmt::join(shared, ", ")));
}

/// Throws Error(usage) if devices differ, because scaling compares with one of them.
void require_alike(const std::vector<many::Listed>& devices) {
  const DeviceInfo& first = devices.front().info;
  for (const many::Listed& one : devices)
    if (one.info.name != first.name || one.info.driver != first.driver)
      throw Error(Status::usage,
                  fmt::format("gputest scale needs devices of the same model and driver, but {} "
                              "differs from {}",
                              one.info.id, first.id));
}

std::optional<Measured> measured_of(const ResultRow& row) {
  if (!row.timing || !row.shared) return std::nullopt;
  double waits = 0, all = 0;
  for (const DeviceShare& share : row.shared->shares) {
    waits += share.waits;
    all += share.waits + share.kernels;
  }
  return Measured{row.timing->median, all > 0 ? waits / all : 0};
}

/// Runs the launches and makes the rows.
class ScalingRun {
 public:
  ScalingRun(const Registry& registry, const many::SharedKernel& kernel, many::ManyDevices& devices,
             const ScaleOptions& options)
      : registry_(registry), kernel_(kernel), devices_(devices) {
    n_ = options.n.empty() ? 16384 : parse_count("-n", options.n);
    const auto precision = parse_precision(options.precision);
    configuration_ = {kernel.info().layouts.front(), precision, 0};
    for (const auto& [axis, values] : kernel.info().axes)
      configuration_.axes[axis] = values.front();
    runner_.sampling.min_time =
        real_number("--min-time", options.min_time, 0).value_or(runner_.sampling.min_time);
    runner_.sampling.max_time = 4 * runner_.sampling.min_time;
    const std::size_t most = devices.all().size();
    many::shares_of(n_, std::vector<double>(most, 1.0));  // throws unless there are bodies for all
    require_alike(devices.all());
    result_.kernel = kernel.info().name();
    result_.by_share = !kernel.sums_all_pairs();
    result_.precision = name(precision);
    result_.device = devices.info();
    counts_ = many::device_counts(most);
    set_notes();
  }

  /// Runs everything and returns the exit status; `result()` has the results.
  Status run() {
    const std::size_t most = devices_.all().size();
    std::vector<std::size_t> shared;
    if (kernel_.sums_all_pairs()) {
      shared.assign(counts_.begin() + 1, counts_.end());
      for (const std::size_t count : kNotMeasured)
        if (count > most && count <= n_) shared.push_back(count);
    }
    Progress progress(2 * counts_.size() - 1 + shared.size());
    std::size_t shown = 0;
    const auto show = [&](const std::string& what) { progress.show(++shown, what); };
    for (const std::size_t count : shared) {
      show(fmt::format("one device, with the pairs of one of {}", count));
      measure_share(count);
    }
    for (const char* scaling : {kStrong, kWeak}) {
      for (const std::size_t count : counts_)
        if (count == 1 && scaling == kWeak) {
          result_.rows.push_back(result_.rows.front());
          result_.rows.back().scaling = kWeak;
        } else {
          show(count == 1 ? "one device" : fmt::format("{} scaling, {} devices", scaling, count));
          add_measured(scaling, count);
        }
      if (result_.model)
        for (const std::size_t count : kNotMeasured) add_predicted(scaling, count);
    }
    devices_.use_first(most);
    progress.clear();
    explain_failures(report_);
    return exit_status(report_);
  }

  const ScalingResult& result() const { return result_; }

 private:
  static Precision parse_precision(const std::string& text) {
    std::vector<std::string> names;
    for (const Precision precision : all_precisions()) {
      if (name(precision) == text) return precision;
      names.emplace_back(name(precision));
    }
    throw Error(Status::usage, no_such("precision", text, names));
  }

  void set_notes() {
    std::set<std::pair<std::string, std::string>> different;
    for (const many::Listed& one : devices_.all())
      if (different.emplace(one.host, one.info.id).second && one.info.emulated)
        result_.notes.push_back(
            fmt::format("{} is emulated: results are verified, but have no speed", one.info.id));
    if (different.size() < devices_.all().size())
      result_.notes.emplace_back(
          "a device that is listed several times does not become faster; the model assumes that "
          "many different devices");
    std::sort(result_.notes.begin(), result_.notes.end());
    result_.notes.erase(std::unique(result_.notes.begin(), result_.notes.end()),
                        result_.notes.end());
  }

  std::uint64_t bodies(const char* scaling, std::size_t count) const {
    if (scaling == kStrong) return n_;
    return kernel_.sums_all_pairs() ? many::weak_bodies(n_, count) : n_ * count;
  }

  /// The problem of n bodies. The last one is kept with its lists and its reference, which take the
  /// host seconds for millions of particles.
  Problem& problem_of(std::uint64_t n) {
    if (problem_ && problem_->n() == n) return *problem_;
    problem_.reset();
    inputs_.clear();
    ProblemRequest request;
    request.n = n;
    request.checking.salt = std::random_device()();
    problem_ = registry_.find_family(kernel_.info().family)->make_problem(request);
    return *problem_;
  }

  ResultRow row_of(std::size_t count, std::uint64_t n) {
    devices_.use_first(count);
    return Runner(runner_).run(kernel_, devices_, problem_of(n), configuration_);
  }

  /// Measures one device with as many pairs as each of `count` devices has of the whole problem: a
  /// kernel is slower per pair with fewer bodies.
  void measure_share(std::size_t count) {
    const auto n = static_cast<std::uint64_t>(
        std::llround(static_cast<double>(n_) / std::sqrt(static_cast<double>(count))));
    ResultRow row = row_of(1, n);
    if (const auto measured = measured_of(row)) shares_[count] = {n, measured->seconds};
    report_.rows.push_back(std::move(row));
  }

  void add_measured(const char* scaling, std::size_t count) {
    const std::uint64_t n = bodies(scaling, count);
    ResultRow row = row_of(count, n);
    ScalingRow added{
        scaling, count, n, measured_of(row), {}, {}, {}, std::string(name(row.status)), row.reason};
    if (count > 1 && row.shared) result_.copies = row.shared->copies;
    if (added.measured) {
      const double rate = row.work->items / added.measured->seconds;
      if (count == 1) rate_of_one_ = rate;
      if (rate_of_one_) added.speed_up = rate / *rate_of_one_;
      if (count == 1) set_model(*added.measured, row.work->items);
      if (result_.model) set_prediction(added);
    }
    report_.rows.push_back(std::move(row));
    result_.rows.push_back(std::move(added));
  }

  void set_model(const Measured& one, double items) {
    items_of_one_ = items;
    many::Scaling model;
    model.links = many::measured_links(devices_);
    model.n = n_;
    model.seconds = one.seconds;
    model.bytes_per_number = bytes(configuration_.precision);
    model.both_sides = kernel_.info().variant == "symmetric";
    if (devices_.ranks().size() > 1) model.devices_per_rank = devices_.devices().size();
    result_.model = model;
  }

  /// Predicts a row of a kernel that does not sum all pairs.
  void set_prediction_by_share(ScalingRow& row) {
    const Problem& problem = problem_of(row.n);
    if (inputs_.empty()) inputs_ = problem.inputs(configuration_);
    const auto share = kernel_.share_cost(devices_, configuration_, problem, inputs_, row.devices);
    if (!share) return;
    row.predicted = many::predict(result_.model->links, *share, devices_.ranks().size() > 1);
    if (row.devices == 1) share_of_one_ = row.predicted->seconds;
    row.predicted_speed_up =
        problem.work(configuration_).items / items_of_one_ * share_of_one_ / row.predicted->seconds;
  }

  double pairs_over_one(std::uint64_t n) const {
    const double growth = static_cast<double>(n) / static_cast<double>(n_);
    return growth * growth;
  }

  void set_prediction(ScalingRow& row) {
    if (!kernel_.sums_all_pairs()) return set_prediction_by_share(row);
    many::Scaling model = *result_.model;
    const auto share = shares_.find(row.devices);
    if (row.scaling == kStrong && share != shares_.end())
      std::tie(model.n, model.seconds) = share->second;
    row.predicted = many::predict(model, row.devices, row.n);
    row.predicted_speed_up =
        pairs_over_one(row.n) * result_.model->seconds / row.predicted->seconds;
  }

  /// Adds a predicted row if that number was not measured and each device has a body.
  void add_predicted(const char* scaling, std::size_t count) {
    const std::uint64_t n = bodies(scaling, count);
    if (count <= counts_.back() || n < count) return;
    constexpr std::uint64_t kMost = 1 << 22;  // the largest problem of which a share is measured
    if (!kernel_.sums_all_pairs() && n > std::max(n_, kMost)) return;
    ScalingRow row{scaling, count, n, {}, {}, {}, {}, "predicted", ""};
    set_prediction(row);
    result_.rows.push_back(std::move(row));
  }

  const Registry& registry_;
  const many::SharedKernel& kernel_;
  many::ManyDevices& devices_;
  std::uint64_t n_ = 0;
  std::unique_ptr<Problem> problem_;            ///< the last one
  std::vector<HostArray> inputs_;               ///< its inputs, made at their first use
  std::optional<double> rate_of_one_;           ///< items per second of one device
  double items_of_one_ = 0, share_of_one_ = 0;  ///< items; seconds, measured as shares
  Configuration configuration_;
  RunnerOptions runner_;
  std::vector<std::size_t> counts_;
  /// Bodies and seconds of one device with the pairs of one of `key` devices.
  std::map<std::size_t, std::pair<std::uint64_t, double>> shares_;
  ScalingResult result_;
  Report report_;  ///< every measured row
};

/// Every figure of a row with its name in JSON and CSV.
std::vector<std::pair<std::string, std::optional<double>>> figures_of(const ScalingRow& row) {
  const auto over_devices = [&](const std::optional<double>& speed_up) {
    return speed_up ? std::optional(*speed_up / row.count()) : std::nullopt;
  };
  std::optional<double> seconds, communication, predicted, predicted_communication;
  if (row.measured) {
    seconds = row.measured->seconds;
    communication = row.measured->communication;
  }
  if (row.predicted) {
    predicted = row.predicted->seconds;
    predicted_communication = row.predicted->communication / row.predicted->seconds;
  }
  return {{"time_s", seconds},
          {"speed_up", row.speed_up},
          {"efficiency", over_devices(row.speed_up)},
          {"communication", communication},
          {"predicted_s", predicted},
          {"predicted_efficiency", over_devices(row.predicted_speed_up)},
          {"predicted_communication", predicted_communication}};
}

Json to_json(const many::Link& link) {
  return {{"latency_s", json_number(link.latency)}, {"bytes_per_s", json_number(link.bandwidth)}};
}

Json to_json(const ScalingResult& result, bool has_ranks) {
  Json json{{"gputest", build_info()},
            {"kernel", result.kernel},
            {"precision", result.precision},
            {"device", {{"id", result.device.id}, {"name", result.device.name}}},
            {"emulated", result.device.emulated},
            {"copies_by", result.copies},
            {"copies", nullptr},
            {"messages", nullptr},
            {"additions", nullptr},
            {"notes", result.notes},
            {"scaling", Json::array()}};
  if (result.model) {
    json["copies"] = to_json(result.model->links.copies);
    json["additions"] = to_json(result.model->links.additions);
    if (has_ranks && !result.model->links.direct)
      json["messages"] = to_json(result.model->links.messages);
  }
  for (const ScalingRow& row : result.rows) {
    Json one{{"scaling", row.scaling}, {"devices", row.devices}, {"n", row.n}};
    for (const auto& [title, figure] : figures_of(row))
      one[title] = figure ? json_number(*figure) : Json();
    one["status"] = row.status;
    one["reason"] = row.reason;
    json["scaling"].push_back(std::move(one));
  }
  return json;
}

std::string to_csv(const ScalingResult& result) {
  std::string text = "kernel,precision,scaling,devices,n";
  for (const auto& figure : figures_of({})) text += "," + figure.first;
  text += ",status\n";
  for (const ScalingRow& row : result.rows) {
    text += fmt::format("{},{},{},{},{}", result.kernel, result.precision, row.scaling, row.devices,
                        row.n);
    for (const auto& [title, figure] : figures_of(row))
      text += figure ? fmt::format(",{}", *figure) : ",";
    text += fmt::format(",{}\n", row.status);
  }
  return text;
}

Table table_of(const ScalingResult& result, const char* scaling) {
  Table table;
  for (const char* title : {"devices", "n", "time ms", "speed-up", "efficiency", "communication",
                            "model: time ms", "efficiency", "communication"})
    table.columns.push_back({title, Align::right});
  table.columns.push_back({"status", Align::left});
  for (const ScalingRow& row : result.rows) {
    if (std::string(row.scaling) != scaling) continue;
    std::vector<std::string> cells{fmt::format("{}", row.devices), fmt::format("{}", row.n)};
    for (const auto& [title, figure] : figures_of(row))
      if (!figure)
        cells.emplace_back();
      else if (title.ends_with("_s"))
        cells.push_back(fmt::format("{:.4g}", *figure * 1e3));
      else
        cells.push_back(fmt::format("{:.3f}", *figure));
    cells.push_back(row.status);
    table.rows.push_back({cells, Tone::plain});
  }
  return table;
}

std::string link_text(const many::Link& link) {
  return fmt::format("{:.3g} us and {:.3g} GB/s", link.latency * 1e6, link.bandwidth / 1e9);
}

void print_tables(const ScalingResult& result, bool has_ranks) {
  fmt::print("{}: {}\n{}, {}\n\nstrong scaling: the same problem\n{}\n", result.device.id,
             result.device.name, result.kernel, result.precision,
             to_text(table_of(result, kStrong), false));
  fmt::print("weak scaling: the same work per device\n{}", to_text(table_of(result, kWeak), false));
  if (!result.copies.empty()) fmt::print("\ndata between devices: {}\n", result.copies);
  if (result.model) {
    const std::size_t most = result.model->devices_per_rank;
    const many::Links& links = result.model->links;
    fmt::print("\nmodel: {} with {}", links.direct ? "transfers" : "copies",
               link_text(links.copies));
    if (has_ranks && !links.direct) fmt::print(", messages with {}", link_text(links.messages));
    fmt::print("; arithmetic by one device's time for {}; {}\n",
               result.by_share ? "a share" : "the same number of pairs",
               has_ranks ? fmt::format("{} devices per rank", most) : "all devices on this host");
  }
  for (const std::string& note : result.notes) fmt::print("note: {}\n", note);
}

class Scale : public Subcommand {
 public:
  Scale(Registry& registry, many::Ranks& ranks) : registry_(registry), ranks_(ranks) {}
  std::string name() const override { return "scale"; }
  std::string summary() const override {
    return "measure weak and strong scaling over devices, and compare with a model";
  }
  std::vector<ManualEntry> examples() const override {
    return {{"gputest scale --devices=all -n 1M", "on 1, 2, 4, … GPUs"},
            {"mpirun -n 4 gputest scale --api=cuda -n 1M", "on 1, 2 and 4 ranks, one GPU each"}};
  }
  void declare(OptionList& options) override {
    options.value("--devices", options_.devices,
                  "devices of the same model; the first 1, 2, 4, … are used: cuda:0,cuda:1, or all",
                  "LIST");
    options.value("--api", options_.api, "the API; each rank takes one of its devices", "API");
    options.exclude("--devices", "--api");
    options.value("--kernel", options_.kernel,
                  "gravity_blocked, gravity_symmetric, lj_unrolled or tree_walk_group "
                  "[gravity_symmetric]",
                  "KERNEL");
    options.value("-n", options_.n, "bodies for one device and for strong scaling [16384]", "N");
    options.value("--precision", options_.precision, "fp32 or fp64 [fp32]", "NAME");
    options.value("--min-time", options_.min_time,
                  "minimum time of all samples of a launch in seconds [0.5]", "S");
    options.value("--format", options_.format, "table, json or csv [table]", "FORMAT");
  }
  bool takes_ranks() const override { return true; }

  Status run() override {
    const std::string format = options_.format.empty() ? "table" : options_.format;
    if (format != "table" && format != "json" && format != "csv")
      throw Error(Status::usage, no_such("format", format, {"table", "json", "csv"}));
    if (options_.devices.empty() && !many::started_as_rank())
      throw Error(Status::usage, "gputest scale needs --devices, or must be started by mpirun");
    const auto served = many::register_many(
        registry_, [&] { return list_of_devices(); }, ranks_);
    if (served) many::serve_rank(*served);
    if (ranks_.rank() != 0) return Status::ok;
    const many::SharedKernel& kernel = shared_kernel(registry_, options_.kernel);
    const auto device = registry_.find_backend(many::kApi)->open("");
    ScalingRun scaling(registry_, kernel, dynamic_cast<many::ManyDevices&>(*device), options_);
    const Status status = scaling.run();
    const ScalingResult& result = scaling.result();
    const bool has_ranks = ranks_.size() > 1;
    if (format == "table")
      print_tables(result, has_ranks);
    else if (format == "json")
      std::cout << to_json(result, has_ranks).dump(2, ' ', false, Json::error_handler_t::replace)
                << '\n';
    else
      std::cout << to_csv(result);
    if (format == "csv")
      for (const std::string& note : result.notes) say("note: {}", note);
    return status;
  }

 private:
  /// The devices of this rank.
  std::string list_of_devices() const {
    if (!options_.devices.empty()) return options_.devices;
    return many::device_of_rank(registry_, options_.api, "", ranks_.rank_on_host());
  }

  Registry& registry_;
  many::Ranks& ranks_;
  ScaleOptions options_;
};

}  // namespace

std::unique_ptr<Subcommand> make_scale(Registry& registry, many::Ranks& ranks) {
  return std::make_unique<Scale>(registry, ranks);
}

}  // namespace gputest
