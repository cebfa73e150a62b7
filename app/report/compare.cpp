#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <map>

#include "app/command/commands.hpp"
#include "app/command/messages.hpp"
#include "app/command/text_style.hpp"
#include "app/command/wrap.hpp"
#include "app/report/comparison_table.hpp"
#include "common/core/printable.hpp"

namespace gputest {
namespace {

struct CompareCommand {
  std::vector<std::string> files;
  double threshold = kCountedChange;
  bool only = false;  ///< only rows that both results have
  bool wide = false;
};

ComparedResult read_compared(const Registry& registry, const std::string& path, RowFilter& filter) {
  const ResultFile file = read_result_file(path);
  ComparedResult result = compared_result(registry, file, &filter);
  const bool has_rows = std::any_of(file.rows().begin(), file.rows().end(),
                                    [](const auto& row) { return !row.at("kernel").is_null(); });
  if (!has_rows)
    throw Error(Status::bad_input,
                fmt::format("{} has no rows to compare{}", path, file.why_short()));
  if (file.interruption) say("warning: {} was {}", path, sentence(*file.interruption));
  return result;
}

using Regressions = std::map<std::string, int>;  ///< number of regressions of each kind

void print_lines(const std::vector<std::string>& lines) {
  const std::size_t width = is_terminal(STDOUT_FILENO) ? text_width(STDOUT_FILENO) : 0;
  for (const std::string& line : lines) fmt::print("{}", paragraph(printable(line), width));
}

void print_comparison(const std::vector<ComparedRow>& rows, bool wide) {
  if (wide) {
    fmt::print("\n{}", to_text(comparison_table(rows), false));
    return;
  }
  const std::size_t width = text_width(STDOUT_FILENO);
  const FittedTable fitted = fitted_comparison(rows, width);
  if (!fitted.in_common.empty()) print_lines({fitted.in_common});
  fmt::print("\n{}", fitted_text(fitted, width));
  std::vector<std::string> notes = verdict_reasons(rows);
  if (const std::string line = not_shown(fitted.left_out); !line.empty()) notes.push_back(line);
  if (!notes.empty()) fmt::print("\n");
  print_lines(notes);
}

/// Compares each other file with the first.
Status compare_files(const Registry& registry, const CompareCommand& command, RowFilter& filter) {
  const std::vector<std::string>& files = command.files;
  std::vector<ComparedResult> results;
  for (const std::string& file : files) results.push_back(read_compared(registry, file, filter));
  filter.require_found();
  Regressions regressions;
  for (std::size_t k = 1; k < files.size(); ++k) {
    std::vector<ComparedRow> rows = compare_results(results.front(), results[k], command.threshold);
    if (command.only) std::erase_if(rows, [](const ComparedRow& row) { return !row.is_in_both; });
    if (rows.empty())
      throw Error(Status::usage, fmt::format("{} and {} have no such rows{}", files.front(),
                                             files[k], command.only ? " in common" : ""));
    for (const std::string& line :
         different_devices(results.front(), results[k], files.front(), files[k]))
      say("warning: {}", line);
    if (files.size() > 2)
      fmt::print("{}{} against {}\n", k == 1 ? "" : "\n", printable(files[k]),
                 printable(files.front()));
    print_lines(compared_device_lines(results.front(), results[k]));
    print_comparison(rows, command.wide);
    for (const ComparedRow& row : rows)
      if (!row.regression.empty()) ++regressions[row.regression];
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
    return {{"gputest compare old.json new.json", "exit status 1 if a row became slower"},
            {"gputest compare old.json new.json --only --kernel='lj_*'",
             "only these kernels, in the cases of both results"}};
  }
  void declare(OptionList& options) override {
    options.words("files", command_.files, "the earlier result, then one or more later results", 2);
    options.value("--threshold", threshold_,
                  fmt::format("smallest relative slowdown that counts [{:g}]", kCountedChange));
    options.flag("--only", command_.only, "only rows that both results have");
    options.flag("--wide", command_.wide, kWideHelp);
    filter_.declare(options, registry_);
  }
  Status run() override {
    command_.threshold = real_number("--threshold", threshold_, 0).value_or(kCountedChange);
    filter_.read();
    return compare_files(registry_, command_, filter_);
  }

 private:
  const Registry& registry_;
  CompareCommand command_;
  RowFilter filter_;
  std::string threshold_;
};

}  // namespace

std::unique_ptr<Subcommand> make_compare(const Registry& registry) {
  return std::make_unique<Compare>(registry);
}

}  // namespace gputest
