#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/commands.hpp"
#include "app/table.hpp"
#include "common/core/host.hpp"

namespace gputest {
namespace {

using Json = nlohmann::ordered_json;

/// What a comparison needs of a row.
struct Entry {
  std::string status;
  std::optional<double> median;
};

using Entries = std::map<std::vector<std::string>, Entry>;

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

Entries read_results(const Registry& registry, const std::string& path) {
  const std::string content = read_file(path);
  Entries entries;
  try {
    const Json json = Json::parse(content);
    const Json& version = json.at("schema_version");
    if (version != 1 && version != 2)  // which say alike what a comparison needs
      throw Error(Status::bad_input,
                  fmt::format("{} has schema version {}, not 1 or 2", path, version.dump()));
    for (const Json& row : json.at("results")) {
      if (row.at("kernel").is_null()) continue;  // an absent API
      std::vector<std::string> key{row.at("device").at("id").get<std::string>()};
      for (std::size_t k = 1; k < kKey.size(); ++k) key.push_back(text_of(row.at(kKey[k])));
      key.push_back(problem_of(registry, row));
      Entry entry{row.at("status").get<std::string>(), std::nullopt};
      if (row.at("time").is_object()) entry.median = row.at("time").at("median_s").get<double>();
      entries[key] = entry;
    }
  } catch (const Json::exception& error) {
    throw Error(Status::bad_input,
                fmt::format("{} is no result of gputest: {}", path, error.what()));
  }
  return entries;
}

/// What became of a row, and whether that is a regression.
struct Verdict {
  std::string text;
  std::string regression = {};  ///< its kind; empty for none
};

Verdict judge(const Entry& before, const Entry* now, double threshold) {
  const bool was_ok = before.status == "ok";
  if (now == nullptr) return was_ok ? Verdict{"gone", "gone"} : Verdict{"gone"};
  if (was_ok && now->status != "ok") return {"now " + now->status, "no longer ok"};
  if (!before.median || !now->median) return {now->status};
  const double change = *now->median / *before.median - 1;
  if (change > threshold)
    return {"slower", fmt::format("slower by more than {:g}%", threshold * 100)};
  return {change < -threshold ? "faster" : "same"};
}

/// Milliseconds; nothing for no entry or one without a time.
std::string time_of(const Entry* entry) {
  return entry && entry->median ? fmt::format("{:.4f}", *entry->median * 1e3) : "";
}

std::string change_of(const Entry* before, const Entry* now) {
  if (!before || !now || !before->median || !now->median) return "";
  return fmt::format("{:+.1f}%", (*now->median / *before->median - 1) * 100);
}

/// `threshold` is the relative slowdown that counts.
Status compare(const Registry& registry, const std::string& old_file, const std::string& new_file,
               double threshold) {
  const Entries before = read_results(registry, old_file);
  const Entries now = read_results(registry, new_file);
  Table table;
  for (const std::string& title : kKey) table.columns.push_back({title, Align::left});
  for (const char* title : {"old ms", "new ms", "change"})
    table.columns.push_back({title, Align::right});
  table.columns.push_back({"verdict", Align::left});

  std::map<std::string, int> regressions;
  const auto add = [&](const std::vector<std::string>& key, const Entry* old_entry,
                       const Entry* new_entry, const Verdict& verdict) {
    if (!verdict.regression.empty()) ++regressions[verdict.regression];
    Table::Row row;
    row.cells.assign(key.begin(), key.begin() + static_cast<std::ptrdiff_t>(kKey.size()));
    row.cells.push_back(time_of(old_entry));
    row.cells.push_back(time_of(new_entry));
    row.cells.push_back(change_of(old_entry, new_entry));
    row.cells.push_back(verdict.text);
    table.rows.push_back(row);
  };
  for (const auto& [key, entry] : before) {
    const auto found = now.find(key);
    const Entry* after = found == now.end() ? nullptr : &found->second;
    add(key, &entry, after, judge(entry, after, threshold));
  }
  for (const auto& [key, entry] : now)
    if (before.count(key) == 0) add(key, nullptr, &entry, {"new"});
  fmt::print("{}", to_text(table, false));
  if (regressions.empty()) return Status::ok;
  std::vector<std::string> kinds;
  for (const auto& [kind, count] : regressions) kinds.push_back(fmt::format("{} {}", count, kind));
  fmt::print(stderr, "gputest: {}\n", fmt::join(kinds, ", "));
  return Status::verification_failed;
}

class Compare : public Subcommand {
 public:
  explicit Compare(const Registry& registry) : registry_(registry) {}
  std::string name() const override { return "compare"; }
  std::string summary() const override { return "two JSON results, row by row"; }
  void declare(OptionList& options) override {
    options.word("old", old_file_, "the earlier result");
    options.word("new", new_file_, "the later result");
    options.value("--threshold", threshold_, "relative slowdown that counts [0.05]");
  }
  Status run() override {
    return compare(registry_, old_file_, new_file_, *real_number("--threshold", threshold_, 0));
  }

 private:
  const Registry& registry_;
  std::string old_file_, new_file_, threshold_ = "0.05";
};

}  // namespace

std::unique_ptr<Subcommand> make_compare(const Registry& registry) {
  return std::make_unique<Compare>(registry);
}

}  // namespace gputest
