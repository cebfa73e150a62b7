#include "app/report/comparison.hpp"

#include <fmt/format.h>

namespace gputest {
namespace {

using Entries = std::map<std::vector<std::string>, ResultEntry>;

/// A row's problem in today's names; any version may have written it.
std::string problem_today(const Registry& registry, const nlohmann::ordered_json& row) {
  nlohmann::ordered_json problem = row.at("problem");
  const Family* family = registry.find_family(row.at("algorithm").get<std::string>());
  if (family != nullptr) family->update_parameters(problem);
  return nlohmann::json(problem).dump();  // members in alphabetical order
}

/// The verdict on a row, and whether it is a regression.
struct Verdict {
  std::string text;
  std::string regression = {};  ///< its kind; empty for none
  std::string why = {};         ///< why it is undecided
};

/// Why the samples of a row cannot be compared with another's; empty if they can.
std::string incomparable(const std::string& which, const ResultEntry& entry) {
  if (entry.doubtful()) return fmt::format("{} is {}", which, entry.status);
  if (entry.samples.size() < kMinCompared)
    return fmt::format("{} has {} of {} samples", which, entry.samples.size(), kMinCompared);
  return "";
}

Verdict judge_speed(const ResultEntry& before, const ResultEntry& now, double threshold) {
  for (const std::string& reason : {incomparable("old", before), incomparable("new", now)})
    if (!reason.empty()) return {"undecided", "", reason};
  if (before.strategy != now.strategy)
    return {"undecided", "",
            fmt::format("the strategies differ: old {}, new {}", before.strategy, now.strategy)};
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
  return {"undecided", "",
          fmt::format("the range includes changes above and below {:g}%", threshold * 100)};
}

Verdict judge_entries(const ResultEntry& before, const ResultEntry* now, double threshold) {
  if (now == nullptr) return before.passed() ? Verdict{"gone", "gone"} : Verdict{"gone"};
  if (before.passed() && !now->passed()) return {"now " + now->status, "no longer right"};
  if (!before.median || !now->median) return {now->status};
  return judge_speed(before, *now, threshold);
}

/// The later file's entries with the earlier file's device ids. An API numbers its devices by the
/// installed drivers. A device with another number now is matched by its name, if only one device
/// of the earlier file has that name.
Entries with_ids_of(const ComparedResult& before, const ComparedResult& now) {
  const auto platform = [](const std::string& id) { return id.substr(0, id.rfind(':')); };
  const auto is = [](const ComparedResult& results, const std::string& id,
                     const std::string& device) {
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

/// The reason for the verdict, and other differences between the rows.
std::string why_of(const Verdict& verdict, const ResultEntry* before, const ResultEntry* now) {
  const bool other_text =
      before && now && !before->text.empty() && !now->text.empty() && before->text != now->text;
  if (!other_text) return verdict.why;
  return fmt::format("{}{}the kernel's text differs", verdict.why, verdict.why.empty() ? "" : "; ");
}

ComparedRow compared_row(const std::vector<std::string>& key, const ResultEntry* before,
                         const ResultEntry* now, const Verdict& verdict) {
  ComparedRow row;
  row.key = key;
  if (before) row.before = before->median;
  if (now) row.now = now->median;
  if (before && now && before->samples.size() >= kMinCompared &&
      now->samples.size() >= kMinCompared)
    row.ratio = ratio_interval(before->samples, now->samples);
  row.verdict = verdict.text;
  row.regression = verdict.regression;
  row.why = why_of(verdict, before, now);
  return row;
}

}  // namespace

const std::vector<std::string> kComparedKey{"device", "kernel", "layout", "precision",
                                            "n",      "block",  "problem"};

ComparedResult compared_result(const Registry& registry, const ResultFile& file) {
  return reading(file.path, [&] {
    ComparedResult result;
    for (std::size_t place = 0; place < file.rows().size(); ++place) {
      const nlohmann::ordered_json& row = file.rows()[place];
      const ResultReader reader(file.path, place);
      if (row.at("kernel").is_null()) continue;  // an absent API
      const nlohmann::ordered_json& device = row.at("device");
      std::vector<std::string> key{reader.word(device, "id", false)};
      result.devices[key.front()] = device.at("name").get<std::string>();
      key.push_back(reader.word(row, "kernel", false));
      key.push_back(reader.word(row, "layout", true));
      key.push_back(reader.word(row, "precision", true));
      key.push_back(reader.count(row, "n", false));
      key.push_back(reader.count(row, "block", true));
      reader.require(row.at("problem").is_object(), "problem", row.at("problem"));
      key.push_back(problem_today(registry, row));
      result.entries[key] = reader.entry(row);
    }
    return result;
  });
}

std::vector<ComparedRow> compare_results(const ComparedResult& before, const ComparedResult& now,
                                         double threshold) {
  const Entries later = with_ids_of(before, now);
  std::vector<ComparedRow> rows;
  for (const auto& [key, entry] : before.entries) {
    const auto found = later.find(key);
    const ResultEntry* after = found == later.end() ? nullptr : &found->second;
    rows.push_back(compared_row(key, &entry, after, judge_entries(entry, after, threshold)));
  }
  for (const auto& [key, entry] : later)
    if (before.entries.count(key) == 0) rows.push_back(compared_row(key, nullptr, &entry, {"new"}));
  return rows;
}

}  // namespace gputest
