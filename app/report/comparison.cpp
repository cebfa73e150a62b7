#include "app/report/comparison.hpp"

#include <fmt/format.h>

#include <set>

namespace gputest {
namespace {

using ComparedEntries = std::map<std::vector<std::string>, ComparedEntry>;

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

/// "hip:nvidia" of "hip:nvidia:0".
std::string platform_of_id(const std::string& id) { return id.substr(0, id.rfind(':')); }

/// A member of a row's device that old versions lack.
std::string text_or_empty(const nlohmann::ordered_json& device, const char* what) {
  const auto found = device.find(what);
  return found != device.end() && found->is_string() ? found->get<std::string>() : "";
}

/// Matches devices one by one; each is matched once.
class DeviceMatching {
 public:
  DeviceMatching(const ComparedResult& before, const ComparedResult& now)
      : before_(before), now_(now) {}

  /// Matches the devices for which the function holds, or only those for which it holds once.
  template <class IsMatch>
  void match(bool only_once, const IsMatch& is_match) {
    for (const auto& [id, device] : now_.devices) {
      if (ids_.count(id) > 0) continue;
      std::vector<std::string> found;
      for (const auto& [earlier, earlier_device] : before_.devices)
        if (claimed_.count(earlier) == 0 && platform_of_id(earlier) == platform_of_id(id) &&
            is_match(earlier, earlier_device, id, device))
          found.push_back(earlier);
      if (found.empty() || (only_once && found.size() > 1)) continue;
      ids_[id] = found.front();
      claimed_.insert(found.front());
    }
  }

  /// The earlier id of each matched later one.
  const std::map<std::string, std::string>& ids() const { return ids_; }

 private:
  const ComparedResult &before_, &now_;
  std::map<std::string, std::string> ids_;
  std::set<std::string> claimed_;
};

/// The earlier id of each later device that the earlier file has too.
std::map<std::string, std::string> earlier_ids(const ComparedResult& before,
                                               const ComparedResult& now) {
  DeviceMatching matching(before, now);
  using Id = std::string;
  using Of = ComparedDevice;
  matching.match(false, [](const Id&, const Of& a, const Id&, const Of& b) {
    return !a.uuid.empty() && a.uuid == b.uuid;
  });
  matching.match(false, [](const Id&, const Of& a, const Id&, const Of& b) {
    return a.name == b.name && !a.pci_address.empty() && a.pci_address == b.pci_address;
  });
  matching.match(false, [](const Id& id, const Of& a, const Id& other, const Of& b) {
    return a.name == b.name && id == other;
  });
  matching.match(true,
                 [](const Id&, const Of& a, const Id&, const Of& b) { return a.name == b.name; });
  matching.match(false,
                 [](const Id& id, const Of&, const Id& other, const Of&) { return id == other; });
  return matching.ids();
}

/// The later file's entries with the earlier file's device ids. A device that only the later file
/// has keeps its id, with a mark if the earlier file has another device of that id.
ComparedEntries with_ids_of(const ComparedResult& before, const ComparedResult& now) {
  const std::map<std::string, std::string> ids = earlier_ids(before, now);
  ComparedEntries entries;
  for (const auto& [key, entry] : now.entries) {
    std::vector<std::string> renamed = key;
    const auto earlier = ids.find(key.front());
    if (earlier != ids.end())
      renamed.front() = earlier->second;
    else if (before.devices.count(key.front()) > 0)
      renamed.front() += " (new)";
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

ComparedRow compared_row(const std::vector<std::string>& key, const ComparedEntry* before,
                         const ComparedEntry* now, const Verdict& verdict) {
  ComparedRow row;
  row.key = key;
  row.is_in_both = before != nullptr && now != nullptr;
  if (now) row.place = now->place;
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

/// Adds the row at `place`, from 0, if it has a kernel and fits the filter.
void add_row(const Registry& registry, const ResultFile& file, std::size_t place, RowFilter* filter,
             ComparedResult& result) {
  const nlohmann::ordered_json& row = file.rows()[place];
  const ResultReader reader(file.path, place);
  if (row.at("kernel").is_null()) return;  // an absent API
  const nlohmann::ordered_json& device = row.at("device");
  std::vector<std::string> key{reader.word(device, "id", false)};
  const ComparedDevice described{device.at("name").get<std::string>(),
                                 text_or_empty(device, "driver"), text_or_empty(device, "uuid"),
                                 text_or_empty(device, "pci_address")};
  key.push_back(reader.word(row, "kernel", false));
  key.push_back(reader.word(row, "layout", true));
  key.push_back(reader.word(row, "precision", true));
  key.push_back(reader.count(row, "n", false));
  key.push_back(reader.count(row, "block", true));
  reader.require(row.at("problem").is_object(), "problem", row.at("problem"));
  key.push_back(problem_today(registry, row));
  const ComparedEntry entry{reader.entry(row), place};
  if (filter != nullptr && !filter->fits(registry, row)) return;
  result.devices[key.front()] = described;
  result.entries[key] = entry;
}

}  // namespace

const std::vector<std::string> kComparedKey{"device", "kernel", "layout", "precision",
                                            "n",      "block",  "problem"};

ComparedResult compared_result(const Registry& registry, const ResultFile& file,
                               RowFilter* filter) {
  return reading(file.path, [&] {
    ComparedResult result;
    for (std::size_t place = 0; place < file.rows().size(); ++place)
      reading_row(file.path, place, [&] { add_row(registry, file, place, filter, result); });
    return result;
  });
}

bool are_different(const ComparedDevice& before, const ComparedDevice& now) {
  if (!before.uuid.empty() && !now.uuid.empty()) return before.uuid != now.uuid;
  return before.name != now.name;
}

std::vector<MatchedDevices> matched_devices(const ComparedResult& before,
                                            const ComparedResult& now) {
  std::map<std::string, std::string> later;
  std::vector<MatchedDevices> matched;
  const std::map<std::string, std::string> ids = earlier_ids(before, now);
  for (const auto& [id, earlier] : ids) later[earlier] = id;
  for (const auto& [id, device] : before.devices)
    matched.push_back({id, later.count(id) > 0 ? later.at(id) : ""});
  for (const auto& [id, device] : now.devices)
    if (ids.count(id) == 0) matched.push_back({"", id});
  return matched;
}

std::vector<ComparedRow> compare_results(const ComparedResult& before, const ComparedResult& now,
                                         double threshold) {
  const ComparedEntries later = with_ids_of(before, now);
  std::vector<ComparedRow> rows;
  for (const auto& [key, entry] : before.entries) {
    const auto found = later.find(key);
    const ComparedEntry* after = found == later.end() ? nullptr : &found->second;
    rows.push_back(compared_row(key, &entry, after, judge_entries(entry, after, threshold)));
  }
  for (const auto& [key, entry] : later)
    if (before.entries.count(key) == 0) rows.push_back(compared_row(key, nullptr, &entry, {"new"}));
  return rows;
}

}  // namespace gputest
