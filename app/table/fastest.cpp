#include "app/table/fastest.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/report/comparison.hpp"
#include "app/results/problems.hpp"
#include "app/table/turns.hpp"
#include "common/measure/statistics.hpp"

namespace gputest {
namespace {

using Rows = std::vector<const ResultRow*>;

/// Whether the row's speed is reliable and has enough samples.
bool is_sure(const ResultRow& row) {
  return !is_doubtful(row.status) && row.timing->samples.seconds.size() >= kMinCompared;
}

bool is_slower(const ResultRow& row, const ResultRow& than) {
  return compare_samples(than.timing->samples.seconds, row.timing->samples.seconds,
                         kCountedChange) == Change::slower;
}

/// "1.53": the ratio of the two times.
std::string times_as_long(const ResultRow& row, const ResultRow& than) {
  const double ratio = row.timing->median / than.timing->median;
  return ratio < 100 ? fmt::format("{:.3g}", ratio) : fmt::format("{:.0f}", ratio);
}

/// The problem's name: its family, and those other values that vary between problems.
std::string label_of(const Report& report, const Rows& group, const Rows& all) {
  const ResultRow& row = *group.front();
  const auto varies = [&](const auto& value) {
    return std::any_of(all.begin(), all.end(), [&](const ResultRow* other) {
      return other->kernel.family == row.kernel.family && value(*other) != value(row);
    });
  };
  std::string text = row.kernel.family;
  if (varies([](const ResultRow& r) { return r.n; })) text += fmt::format(" n={}", row.n);
  if (varies([](const ResultRow& r) { return r.configuration.precision; }))
    text += fmt::format(" {}", name(row.configuration.precision));
  for (const std::string& axis : report.problem_axes)
    if (const std::string value = row.configuration.on_axis(axis);
        !value.empty() && varies([&](const ResultRow& r) { return r.configuration.on_axis(axis); }))
      text += fmt::format(" {}={}", axis, value);
  return text;
}

/// "A, B and C"; of many, the first two and the number of others.
std::string some_of(const Rows& tied, const Rows& group) {
  constexpr std::size_t kNamed = 3;
  std::vector<std::string> names;
  for (const ResultRow* row : tied)
    if (names.size() < kNamed) names.push_back(name_among(*row, group));
  std::string last = names.back();
  if (tied.size() > kNamed) last = fmt::format("{} more", tied.size() - kNamed + 1);
  names.pop_back();
  return fmt::format("{} and {}", fmt::join(names, ", "), last);
}

/// How much faster the best row is than others, if the samples show a difference.
std::string margins(const Report& report, const ResultRow& best, const Rows& slower,
                    const Rows& group) {
  std::vector<std::string> parts;
  const auto add = [&](const ResultRow& row, const char* what) {
    parts.push_back(fmt::format("{} times as fast as {} ({})", times_as_long(row, best), what,
                                name_among(row, group)));
  };
  if (slower.empty()) return "";
  add(*slower.front(), "the next");
  const auto baseline = std::find_if(slower.begin(), slower.end(), [&](const ResultRow* row) {
    return is_baseline_row(report, *row);
  });
  if (baseline != slower.end() && *baseline != slower.front())
    add(**baseline, "the baseline");
  else if (slower.size() > 1 && report.baseline.empty())
    add(*slower.back(), "the slowest");
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// The sentence about the fastest row; empty if fewer than two rows have a reliable speed.
std::string fastest_line(const Report& report, const Rows& group, const std::string& label) {
  Rows sure, tied, slower;
  std::copy_if(group.begin(), group.end(), std::back_inserter(sure),
               [](const ResultRow* row) { return is_sure(*row); });
  if (sure.size() < 2) return "";
  const ResultRow& best = *sure.front();
  for (std::size_t k = 1; k < sure.size(); ++k)
    (is_slower(*sure[k], best) ? slower : tied).push_back(sure[k]);
  std::string text = fmt::format("fastest of {}: ", label);
  if (tied.empty()) {
    text += name_among(best, group);
    if (is_baseline_row(report, best)) text += ", the baseline";
  } else {
    tied.insert(tied.begin(), &best);
    text += fmt::format("{}, which do not differ by {:g}% with certainty", some_of(tied, group),
                        kCountedChange * 100);
  }
  if (const std::string by = margins(report, best, slower, group); !by.empty())
    text += (tied.empty() ? ", " : "; ") + by;
  if (group.front() != &best)
    text += fmt::format(
        "; {} took less time, but is {}", name_among(*group.front(), group),
        is_doubtful(group.front()->status) ? std::string(name(group.front()->status)) : "untested");
  return text;
}

/// The sentence about the fastest row by turns.
std::string fastest_in_turns_line(const Rows& rows, const Rows& group, const std::string& label) {
  const ResultRow& best = fastest_in_turns(rows);
  Rows tied{&best}, slower;
  for (const ResultRow* row : rows)
    if (row != &best) (turn_ratio(*row, best).high < 1 ? slower : tied).push_back(row);
  std::string text = fmt::format("fastest of {}, in {} turns: ", label, best.turns.size());
  text += tied.size() == 1 ? name_among(best, group)
                           : some_of(tied, group) + ", which turns do not tell apart";
  if (slower.empty()) return text;
  const ResultRow& next = fastest_in_turns(slower);
  const TurnRatio ratio = turn_ratio(best, next);
  return text + fmt::format("{}{:.3g} times as fast as the next ({:.3g} to {:.3g}; {})",
                            tied.size() == 1 ? ", " : "; ", ratio.median, ratio.low, ratio.high,
                            name_among(next, group));
}

}  // namespace

std::string name_among(const ResultRow& row, const std::vector<const ResultRow*>& rows) {
  const auto varies = [&](const auto& value) {
    return std::any_of(rows.begin(), rows.end(),
                       [&](const ResultRow* other) { return value(*other) != value(row); });
  };
  std::string text;
  if (varies([](const ResultRow& r) { return r.device.id; })) text += row.device.id + " ";
  text += row.kernel.name();
  if (varies([](const ResultRow& r) { return r.configuration.layout; }))
    text += " " + row.configuration.layout;
  // The kernel's axes and block, if other rows of the kernel on that device differ in them.
  const auto varies_in_kernel = [&](const auto& value) {
    return varies([&](const ResultRow& r) {
      const bool is_same = r.kernel.name() == row.kernel.name() && r.device.id == row.device.id;
      return is_same ? value(r) : value(row);
    });
  };
  for (const auto& [axis, value] : row.configuration.axes)
    if (varies_in_kernel(
            [&, key = axis](const ResultRow& r) { return r.configuration.on_axis(key); }))
      text += fmt::format(" {}={}", axis, value);
  if (varies_in_kernel([](const ResultRow& r) { return r.configuration.block; }))
    text += fmt::format(" block={}", row.configuration.block);
  return text;
}

std::vector<std::string> fastest_lines(const Report& report) {
  std::vector<std::string> lines;
  if (!report.sweep.is_null()) return lines;
  Rows all;
  for (const ResultRow& row : report.rows)
    if (row.timing) all.push_back(&row);
  std::vector<std::string> unknown;  // problems
  for (const std::vector<std::size_t>& problem : rows_by_problem(report)) {
    Rows group;
    for (const std::size_t row : problem) group.push_back(&report.rows[row]);
    if (group.size() < 2) continue;
    std::stable_sort(group.begin(), group.end(), [](const ResultRow* a, const ResultRow* b) {
      return a->timing->median < b->timing->median;
    });
    const std::string label = label_of(report, group, all);
    Rows in_turns;
    std::copy_if(group.begin(), group.end(), std::back_inserter(in_turns),
                 [](const ResultRow* row) { return !row->turns.empty(); });
    const std::string line = in_turns.empty() ? fastest_line(report, group, label)
                                              : fastest_in_turns_line(in_turns, group, label);
    if (line.empty())
      unknown.push_back(label);
    else
      lines.push_back(line);
  }
  constexpr std::size_t kNamed = 4;
  const bool several = unknown.size() > 1;
  if (unknown.size() > kNamed) unknown = {fmt::format("{} problems", unknown.size())};
  if (!unknown.empty())
    lines.push_back(
        fmt::format("fastest of {}: unknown, because fewer than two rows{} have a reliable speed",
                    fmt::join(unknown, ", "), several ? " of each" : ""));
  return lines;
}

}  // namespace gputest
