#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/commands.hpp"
#include "app/messages.hpp"
#include "app/report.hpp"
#include "app/table.hpp"
#include "common/core/host.hpp"
#include "common/core/printable.hpp"
#include "common/measure/statistics.hpp"
#include "common/run/result.hpp"

namespace gputest {
namespace {

using Json = nlohmann::ordered_json;

/// What a comparison needs of a row.
struct Entry {
  std::string status;
  std::string strategy = "hot";  ///< the only one before there were others
  std::optional<double> median;
  std::vector<double> samples;
  std::string text;  ///< the checksum of the kernel's text; empty where the row says none

  bool doubtful() const {
    return status == name(RowStatus::noisy) || status == name(RowStatus::disturbed) ||
           status == name(RowStatus::throttled);
  }
  /// Its answer was right, whatever its speed is worth.
  bool passed() const { return status == name(RowStatus::ok) || doubtful(); }
};

using Entries = std::map<std::vector<std::string>, Entry>;

/// What one file holds.
struct Results {
  Entries entries;
  std::map<std::string, std::string> devices;  ///< a device's name, by its id
  std::optional<Interruption> interruption;
};

const std::vector<std::string> kKey{"device", "kernel", "layout", "precision", "n", "block"};

std::string text_of(const Json& value) {
  return value.is_null() ? "" : value.is_string() ? value.get<std::string>() : value.dump();
}

/// A row's problem in today's names, whatever version wrote it.
std::string problem_of(const Registry& registry, const Json& row) {
  Json problem = row.at("problem");
  const Family* family = registry.find_family(row.at("algorithm").get<std::string>());
  if (family != nullptr) family->update_parameters(problem);
  return nlohmann::json(problem).dump();  // members in alphabetical order
}

/// A result nests eight deep; JSON that nests without end would exhaust the stack.
Json parse_bounded(const std::string& path) {
  constexpr int kDeepest = 32;
  return Json::parse(read_file(path), [&](int depth, Json::parse_event_t, Json&) {
    if (depth > kDeepest)
      throw Error(Status::bad_input, fmt::format("{} is no result of gputest: it nests more than "
                                                 "{} deep",
                                                 path, kDeepest));
    return true;
  });
}

/// Refuses a row of which a value that a comparison reads is not as the schema has it. The schema
/// itself is this version's, and results of any other are compared too.
class RowReader {
 public:
  RowReader(const std::string& path, std::size_t place) : path_(path), place_(place) {}

  void require(bool right, const char* what, const Json& value) const {
    if (!right)
      throw Error(Status::bad_input, fmt::format("{} is no result of gputest: in row {} the {} "
                                                 "is {}",
                                                 path_, place_, what, value.dump()));
  }

  std::string word(const Json& row, const char* what, bool may_be_null) const {
    const Json& value = row.at(what);
    require((may_be_null && value.is_null()) ||
                (value.is_string() && !value.get_ref<const std::string&>().empty()),
            what, value);
    return text_of(value);
  }

  std::string count(const Json& row, const char* what, bool may_be_null) const {
    const Json& value = row.at(what);
    require((may_be_null && value.is_null()) || (value.is_number_unsigned() && value > 0), what,
            value);
    return text_of(value);
  }

  /// One of the names.
  std::string choice(const Json& value, const char* what,
                     const std::vector<std::string_view>& names) const {
    require(value.is_string() && std::find(names.begin(), names.end(),
                                           value.get_ref<const std::string&>()) != names.end(),
            what, value);
    return value.get<std::string>();
  }

  Entry entry(const Json& row) const {
    Entry entry;
    entry.status = choice(row.at("status"), "status",
                          {name(RowStatus::ok), name(RowStatus::noisy), name(RowStatus::disturbed),
                           name(RowStatus::throttled), name(RowStatus::failed),
                           name(RowStatus::skipped), name(RowStatus::error)});
    const Json& emulated = row.at("device").at("emulated");
    require(emulated.is_boolean(), "device's emulated", emulated);
    const Json& time = row.at("time");
    const bool timed = entry.passed() && !emulated.get<bool>();
    require(timed ? time.is_object() : time.is_null(), "time", time);
    if (timed) read_time(time, entry);
    if (row.contains("text") && !row.at("text").is_null())
      entry.text = word(row.at("text"), "checksum", false);
    return entry;
  }

 private:
  void read_time(const Json& time, Entry& entry) const {
    const Json& median = time.at("median_s");
    require(median.is_number() && median > 0, "median_s", median);
    entry.median = median.get<double>();
    const Json& samples = time.at("samples_s");
    require(samples.is_array() && !samples.empty(), "samples_s", samples);
    for (const Json& sample : samples) {
      require(sample.is_number() && sample >= 0, "sample", sample);
      entry.samples.push_back(sample.get<double>());
    }
    if (time.contains("strategy"))
      entry.strategy = choice(time.at("strategy"), "strategy",
                              {name(Strategy::hot), name(Strategy::cold), name(Strategy::single)});
  }

  const std::string& path_;
  std::size_t place_;
};

Results read_results(const Registry& registry, const std::string& path) {
  Results results;
  try {
    const Json json = parse_bounded(path);
    const Json& version = json.at("schema_version");
    if (version != 1 && version != 2)  // which say alike what a comparison needs
      throw Error(Status::bad_input,
                  fmt::format("{} has schema version {}, not 1 or 2", path, version.dump()));
    if (json.contains("interrupted") && !json.at("interrupted").is_null()) {
      const Json& interrupted = json.at("interrupted");
      results.interruption = {interrupted.at("finished").get<std::size_t>(),
                              interrupted.at("cases").get<std::size_t>()};
    }
    const Json& rows = json.at("results");
    if (!rows.is_array())
      throw Error(Status::bad_input,
                  fmt::format("{} is no result of gputest: it has no list of results", path));
    for (std::size_t place = 0; place < rows.size(); ++place) {
      const Json& row = rows[place];
      const RowReader reader(path, place);
      if (row.at("kernel").is_null()) continue;  // an absent API
      const Json& device = row.at("device");
      std::vector<std::string> key{reader.word(device, "id", false)};
      results.devices[key.front()] = device.at("name").get<std::string>();
      key.push_back(reader.word(row, "kernel", false));
      key.push_back(reader.word(row, "layout", true));
      key.push_back(reader.word(row, "precision", true));
      key.push_back(reader.count(row, "n", false));
      key.push_back(reader.count(row, "block", true));
      reader.require(row.at("problem").is_object(), "problem", row.at("problem"));
      key.push_back(problem_of(registry, row));
      results.entries[key] = reader.entry(row);
    }
  } catch (const Json::exception& error) {
    throw Error(Status::bad_input,
                fmt::format("{} is no result of gputest: {}", path, error.what()));
  }
  const std::string why =
      results.interruption ? fmt::format("; it was {}", sentence(*results.interruption)) : "";
  if (results.entries.empty())
    throw Error(Status::bad_input, fmt::format("{} has no rows to compare{}", path, why));
  if (results.interruption) say("warning: {} was {}", path, sentence(*results.interruption));
  return results;
}

/// What became of a row, and whether that is a regression.
struct Verdict {
  std::string text;
  std::string regression = {};  ///< its kind; empty for none
  std::string why = {};         ///< it is undecided
};

/// Why the samples of one row cannot be compared with another's; empty where they can.
std::string incomparable(const std::string& which, const Entry& entry) {
  if (entry.doubtful()) return fmt::format("{} is {}", which, entry.status);
  if (entry.samples.size() < kMinCompared)
    return fmt::format("{} has {} of {} samples", which, entry.samples.size(), kMinCompared);
  return "";
}

Verdict judge_speed(const Entry& before, const Entry& now, double threshold) {
  for (const std::string& reason : {incomparable("old", before), incomparable("new", now)})
    if (!reason.empty()) return {"undecided", "", reason};
  if (before.strategy != now.strategy)
    return {"undecided", "", fmt::format("old is {}, new {}", before.strategy, now.strategy)};
  switch (compare_samples(before.samples, now.samples, threshold)) {
    case Change::same:
      return {"same"};
    case Change::faster:
      return {"faster"};
    case Change::slower:
      return {"slower", fmt::format("slower by more than {:g}%", threshold * 100)};
    case Change::undecided:
      break;
  }
  return {"undecided", "", fmt::format("the range is not on one side of {:g}%", threshold * 100)};
}

Verdict judge(const Entry& before, const Entry* now, double threshold) {
  if (now == nullptr) return before.passed() ? Verdict{"gone", "gone"} : Verdict{"gone"};
  if (before.passed() && !now->passed()) return {"now " + now->status, "no longer right"};
  if (!before.median || !now->median) return {now->status};
  return judge_speed(before, *now, threshold);
}

/// The later file's entries, by the ids of the earlier. An API numbers its devices by the drivers
/// that are installed: a device that has another number now, and whose name only one of the earlier
/// has, is that one.
Entries with_ids_of(const Results& before, const Results& now) {
  const auto platform = [](const std::string& id) { return id.substr(0, id.rfind(':')); };
  const auto is = [](const Results& results, const std::string& id, const std::string& device) {
    const auto found = results.devices.find(id);
    return found != results.devices.end() && found->second == device;
  };
  std::map<std::string, std::string> ids;
  for (const auto& [id, device] : now.devices) {
    ids[id] = id;
    if (is(before, id, device)) continue;
    std::vector<std::string> alike;
    for (const auto& [earlier, earlier_device] : before.devices)
      if (earlier_device == device && platform(earlier) == platform(id) &&
          !is(now, earlier, device))
        alike.push_back(earlier);
    if (alike.size() == 1) ids[id] = alike.front();
  }
  Entries entries;
  for (const auto& [key, entry] : now.entries) {
    std::vector<std::string> renamed = key;
    renamed.front() = ids.at(key.front());
    entries[renamed] = entry;
  }
  return entries;
}

/// Milliseconds; nothing for no entry or one without a time.
std::string time_of(const Entry* entry) {
  return entry && entry->median ? fmt::format("{:.4f}", *entry->median * 1e3) : "";
}

std::string change_of(const Entry* before, const Entry* now) {
  if (!before || !now || !before->median || !now->median) return "";
  return fmt::format("{:+.1f}%", (*now->median / *before->median - 1) * 100);
}

/// Where the change lies by the samples: "-0.3% … +1.2%".
std::string range_of(const Entry* before, const Entry* now) {
  if (!before || !now || before->samples.size() < kMinCompared ||
      now->samples.size() < kMinCompared)
    return "";
  const Interval ratio = ratio_interval(before->samples, now->samples);
  return fmt::format("{:+.1f}% to {:+.1f}%", (ratio.low - 1) * 100, (ratio.high - 1) * 100);
}

/// Why the verdict is what it is, and what else tells the rows apart.
std::string why_of(const Verdict& verdict, const Entry* before, const Entry* now) {
  const bool other_text =
      before && now && !before->text.empty() && !now->text.empty() && before->text != now->text;
  if (!other_text) return verdict.why;
  return fmt::format("{}{}the kernel's text is another", verdict.why,
                     verdict.why.empty() ? "" : "; ");
}

using Regressions = std::map<std::string, int>;  ///< how many of each kind

Table compare(const Entries& before, const Entries& now, double threshold,
              Regressions& regressions) {
  Table table;
  for (const std::string& title : kKey) table.columns.push_back({title, Align::left});
  for (const char* title : {"old ms", "new ms", "change", "range"})
    table.columns.push_back({title, Align::right});
  for (const char* title : {"verdict", "why"}) table.columns.push_back({title, Align::left});

  const auto add = [&](const std::vector<std::string>& key, const Entry* old_entry,
                       const Entry* new_entry, const Verdict& verdict) {
    if (!verdict.regression.empty()) ++regressions[verdict.regression];
    Table::Row row;
    row.cells.assign(key.begin(), key.begin() + static_cast<std::ptrdiff_t>(kKey.size()));
    row.cells.push_back(time_of(old_entry));
    row.cells.push_back(time_of(new_entry));
    row.cells.push_back(change_of(old_entry, new_entry));
    row.cells.push_back(range_of(old_entry, new_entry));
    row.cells.push_back(verdict.text);
    row.cells.push_back(why_of(verdict, old_entry, new_entry));
    table.rows.push_back(row);
  };
  for (const auto& [key, entry] : before) {
    const auto found = now.find(key);
    const Entry* after = found == now.end() ? nullptr : &found->second;
    add(key, &entry, after, judge(entry, after, threshold));
  }
  for (const auto& [key, entry] : now)
    if (before.count(key) == 0) add(key, nullptr, &entry, {"new"});
  return table;
}

/// The first file against every other. `threshold` is the relative slowdown that counts.
Status compare_files(const Registry& registry, const std::vector<std::string>& files,
                     double threshold) {
  std::vector<Results> results;
  for (const std::string& file : files) results.push_back(read_results(registry, file));
  Regressions regressions;
  for (std::size_t k = 1; k < files.size(); ++k) {
    if (files.size() > 2)
      fmt::print("{}{} against {}\n", k == 1 ? "" : "\n", printable(files[k]),
                 printable(files.front()));
    const Table table = compare(results.front().entries, with_ids_of(results.front(), results[k]),
                                threshold, regressions);
    fmt::print("{}", to_text(table, false));
  }
  if (regressions.empty()) return Status::ok;
  std::vector<std::string> kinds;
  for (const auto& [kind, count] : regressions) kinds.push_back(fmt::format("{} {}", count, kind));
  say("{}", fmt::join(kinds, ", "));
  return Status::verification_failed;
}

class Compare : public Subcommand {
 public:
  explicit Compare(const Registry& registry) : registry_(registry) {}
  std::string name() const override { return "compare"; }
  std::string summary() const override { return "JSON results with an earlier one, row by row"; }
  void declare(OptionList& options) override {
    options.words("files", files_, "the earlier result, then one later result or more", 2);
    options.value("--threshold", threshold_, "relative slowdown that counts [0.05]");
  }
  Status run() override {
    return compare_files(registry_, files_, *real_number("--threshold", threshold_, 0));
  }

 private:
  const Registry& registry_;
  std::vector<std::string> files_;
  std::string threshold_ = "0.05";
};

}  // namespace

std::unique_ptr<Subcommand> make_compare(const Registry& registry) {
  return std::make_unique<Compare>(registry);
}

}  // namespace gputest
