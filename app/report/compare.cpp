#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

#include "app/command/commands.hpp"
#include "app/command/messages.hpp"
#include "app/command/table.hpp"
#include "app/report/comparison.hpp"
#include "common/core/printable.hpp"

namespace gputest {
namespace {

ComparedResult read_compared(const Registry& registry, const std::string& path) {
  const ResultFile file = read_result_file(path);
  ComparedResult result = compared_result(registry, file);
  if (result.entries.empty())
    throw Error(Status::bad_input,
                fmt::format("{} has no rows to compare{}", path, file.why_short()));
  if (file.interruption) say("warning: {} was {}", path, sentence(*file.interruption));
  return result;
}

/// Milliseconds; empty without a time.
std::string milliseconds_of(const std::optional<double>& seconds) {
  return seconds ? fmt::format("{:.4f}", *seconds * 1e3) : "";
}

std::string change_of(const ComparedRow& row) {
  return row.before && row.now ? fmt::format("{:+.1f}%", (*row.now / *row.before - 1) * 100) : "";
}

/// The interval of the change by the samples: "-0.3% to +1.2%".
std::string range_of(const ComparedRow& row) {
  return row.ratio ? fmt::format("{:+.1f}% to {:+.1f}%", (row.ratio->low - 1) * 100,
                                 (row.ratio->high - 1) * 100)
                   : "";
}

using Regressions = std::map<std::string, int>;  ///< number of regressions of each kind

Table comparison_table(const std::vector<ComparedRow>& rows, Regressions& regressions) {
  Table table;
  for (const std::string& title : kComparedKey) table.columns.push_back({title, Align::left});
  for (const char* title : {"old ms", "new ms", "change", "range"})
    table.columns.push_back({title, Align::right});
  for (const char* title : {"verdict", "why"}) table.columns.push_back({title, Align::left});
  for (const ComparedRow& compared : rows) {
    if (!compared.regression.empty()) ++regressions[compared.regression];
    Table::Row row;
    row.cells = compared.key;
    for (const std::string& cell :
         {milliseconds_of(compared.before), milliseconds_of(compared.now), change_of(compared),
          range_of(compared), compared.verdict, compared.why})
      row.cells.push_back(cell);
    table.rows.push_back(row);
  }
  return table;
}

/// Compares each other file with the first. `threshold` is the smallest relative slowdown that
/// counts.
Status compare_files(const Registry& registry, const std::vector<std::string>& files,
                     double threshold) {
  std::vector<ComparedResult> results;
  for (const std::string& file : files) results.push_back(read_compared(registry, file));
  Regressions regressions;
  for (std::size_t k = 1; k < files.size(); ++k) {
    if (files.size() > 2)
      fmt::print("{}{} against {}\n", k == 1 ? "" : "\n", printable(files[k]),
                 printable(files.front()));
    const Table table =
        comparison_table(compare_results(results.front(), results[k], threshold), regressions);
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
  std::string summary() const override {
    return "compare JSON results with an earlier one, row by row";
  }
  std::vector<ManualEntry> examples() const override {
    return {{"gputest compare old.json new.json", "exit status 1 if a row became slower"}};
  }
  void declare(OptionList& options) override {
    options.words("files", files_, "the earlier result, then one or more later results", 2);
    options.value("--threshold", threshold_,
                  fmt::format("smallest relative slowdown that counts [{:g}]", kCountedChange));
  }
  Status run() override {
    return compare_files(registry_, files_,
                         real_number("--threshold", threshold_, 0).value_or(kCountedChange));
  }

 private:
  const Registry& registry_;
  std::vector<std::string> files_;
  std::string threshold_;
};

}  // namespace

std::unique_ptr<Subcommand> make_compare(const Registry& registry) {
  return std::make_unique<Compare>(registry);
}

}  // namespace gputest
