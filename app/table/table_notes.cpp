#include "app/table/table_notes.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <ostream>

#include "app/command/fitted_table.hpp"
#include "app/command/wrap.hpp"
#include "app/table/access_drawing.hpp"
#include "app/table/count_tables.hpp"
#include "app/table/fastest.hpp"
#include "app/table/part_tables.hpp"
#include "app/table/plot.hpp"
#include "app/table/turns.hpp"
#include "common/core/host.hpp"
#include "common/core/printable.hpp"
#include "common/run/measured_choice.hpp"
#include "common/task/task_family.hpp"

namespace gputest {
namespace {

void add_line_once(std::vector<std::string>& lines, const std::string& line) {
  if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
}

/// The case of a row as one line.
std::string subject_of(const ResultRow& row) {
  if (row.kernel.variant.empty()) return row.device.id;
  std::string text = fmt::format("{} {}", row.device.id, row.kernel.name());
  if (!row.configuration.layout.empty())
    text += fmt::format(" {} {}", row.configuration.layout, name(row.configuration.precision));
  return text + fmt::format(" n={}", row.n);
}

/// "4 skipped: REASON", or the row's own name if no other row has the reason. Doubtful rows share a
/// line by status, because each reason has its own figures.
std::vector<std::string> reason_lines(const std::vector<ResultRow>& rows) {
  const auto shared = [](const ResultRow& row) {
    return std::pair(row.status, is_doubtful(row.status) ? "" : row.reason);
  };
  std::map<std::pair<RowStatus, std::string>, std::size_t> counts;
  for (const ResultRow& row : rows)
    if (!row.reason.empty()) ++counts[shared(row)];
  std::vector<std::string> lines;
  for (const ResultRow& row : rows) {
    if (row.reason.empty()) continue;
    std::size_t& count = counts[shared(row)];
    if (count == 1)
      lines.push_back(fmt::format("{} {}: {}", subject_of(row), name(row.status), row.reason));
    else if (count > 1)
      lines.push_back(fmt::format("{} {}{}: {}", count, name(row.status),
                                  is_doubtful(row.status) ? ", the first because" : "",
                                  row.reason));
    count = 0;  // printed only once
  }
  return lines;
}

/// The times measured to choose a variant before the row ran; empty if there were none.
std::string measured_line(const ResultRow& row) {
  if (!row.plan) return "";
  std::string text;
  constexpr std::string_view kUnit = " us";
  for (const auto& [parameter, microseconds] : row.plan->parameters) {
    if (!parameter.starts_with(kMeasured)) continue;
    const std::string name = parameter.substr(std::string_view(kMeasured).size());
    text += fmt::format("{}{:.4g} ms {}", text.empty() ? "" : ", ",
                        static_cast<double>(microseconds) * 1e-3,
                        name.substr(0, name.size() - kUnit.size()));
  }
  if (text.empty()) return "";
  return fmt::format(
      "{}: chose the fastest by measuring a tenth of the rounds; times per launch: {}",
      subject_of(row), text);
}

/// The kernels for which APIs ran different source texts, so that rows differ in more than the API:
/// "different texts: gravity_tiled, lj_naive (cuda+hip and opencl)"; empty if there are none.
std::string own_texts_line(const std::vector<ResultRow>& rows) {
  std::map<std::string, std::map<std::string, std::vector<std::string>>>
      apis;  // by kernel and file
  for (const ResultRow& row : rows) {
    if (!row.text || row.text->file.empty()) continue;
    add_line_once(apis[row.kernel.name()][row.text->file], row.kernel.api);
  }
  std::map<std::string, std::vector<std::string>> kernels;  // by the APIs of their texts
  for (const auto& [kernel, files] : apis) {
    if (files.size() < 2) continue;
    std::vector<std::string> texts;
    for (const auto& [file, of] : files) texts.push_back(fmt::format("{}", fmt::join(of, "+")));
    std::sort(texts.begin(), texts.end());
    kernels[fmt::format("{}", fmt::join(texts, " and "))].push_back(kernel);
  }
  std::vector<std::string> parts;
  for (const auto& [texts, of] : kernels)
    parts.push_back(fmt::format("{} ({})", fmt::join(of, ", "), texts));
  if (parts.empty()) return "";
  return fmt::format("APIs compile different files for {}; --format=json names the files",
                     fmt::join(parts, "; "));
}

/// Prints a line, wrapped between words on a terminal. In a file lines stay whole for searching.
void print_paragraph(std::ostream& out, const std::string& line, const TextStyle& style) {
  fmt::print(out, "{}", paragraph(printable(line), style.terminal ? style.width : 0));
}

void print_block(std::ostream& out, const std::vector<std::string>& lines, const TextStyle& style) {
  if (!lines.empty()) fmt::print(out, "\n");
  for (const std::string& line : lines) print_paragraph(out, line, style);
}

}  // namespace

std::vector<std::string> device_lines(const std::vector<ResultRow>& rows) {
  std::vector<std::string> lines;
  for (const ResultRow& row : rows)
    if (!row.kernel.variant.empty())
      add_line_once(lines,
                    fmt::format("{}: {} ({})", row.device.id, row.device.name, row.device.driver));
  return lines;
}

std::string counted_items(const std::vector<ResultRow>& rows) {
  std::vector<std::pair<std::string, std::vector<std::string>>> families_by_items;
  for (const ResultRow& row : rows) {
    if (row.kernel.variant.empty() || row.unit.items.empty()) continue;
    auto found = std::find_if(families_by_items.begin(), families_by_items.end(),
                              [&](const auto& known) { return known.first == row.unit.items; });
    if (found == families_by_items.end())
      found = families_by_items.insert(families_by_items.end(), {row.unit.items, {}});
    add_line_once(found->second, row.kernel.family);
  }
  if (families_by_items.size() < 2) return "";
  std::vector<std::string> parts;
  for (const auto& [items, families] : families_by_items)
    parts.push_back(fmt::format("{} ({})", items, fmt::join(families, ", ")));
  return fmt::format("rates count {}", fmt::join(parts, ", "));
}

std::vector<std::string> plan_lines(const Report& report) {
  std::vector<std::string> lines;
  for (const ResultRow& row : report.rows) {
    if (!report.shows_plans || !row.plan) continue;
    std::string text = subject_of(row) + ":";
    for (const auto& [parameter, value] : row.plan->parameters)
      text += fmt::format(" {}={}", parameter, value);
    if (row.plan->scratch_bytes > 0)
      text += fmt::format(" scratch={}", format_bytes(row.plan->scratch_bytes));
    lines.push_back(text);
    for (const Pass& pass : row.plan->passes) {
      text = fmt::format("    {}", pass.name);
      if (pass.grid[0] > 0)
        text += fmt::format(": {} blocks of {} threads", extent(pass.grid),
                            extent({pass.block[0], pass.block[1], pass.block[2]}));
      if (pass.shared_bytes > 0)
        text += fmt::format(", {} of shared memory per block", format_bytes(pass.shared_bytes));
      if (pass.times > 1) text += fmt::format(", the largest of {} launches in turn", pass.times);
      lines.push_back(text);
    }
  }
  return lines;
}

std::string tables_below(const Report& report,
                         const std::function<std::string(const Table&)>& text) {
  std::string all;
  for (const std::vector<Table>& tables :
       {part_tables(report.rows), count_tables(counted_cases(report.rows)), turn_tables(report)})
    for (const Table& table : tables) all += "\n" + text(table);
  return all;
}

std::vector<std::string> note_lines(const Report& report, bool quiet) {
  std::vector<std::string> lines;
  if (report.interruption) lines.push_back(sentence(*report.interruption));
  for (const std::string& line : reason_lines(report.rows)) lines.push_back(line);
  for (const ResultRow& row : report.rows)
    if (row.text && row.kernel.family != task::kFamily)  // a task has no built-in kernel
      for (const std::string& file : row.text->replaced)
        add_line_once(lines, fmt::format("{} {}: its text is {} instead of the built-in one",
                                         row.device.id, row.kernel.name(), file));
  if (const std::string line = own_texts_line(report.rows); !line.empty() && !quiet)
    lines.push_back(line);
  for (const ResultRow& row : report.rows)
    if (const std::string line = measured_line(row); !line.empty()) add_line_once(lines, line);
  const bool any_doubtful = std::any_of(report.rows.begin(), report.rows.end(),
                                        [](const auto& row) { return is_doubtful(row.status); });
  if (any_doubtful && !quiet)
    lines.push_back(fmt::format("{} marks an unreliable speed", kDoubtfulMark));
  for (const auto& sentences : {doubtful_baselines(report), rows_without_turns(report)})
    lines.insert(lines.end(), sentences.begin(), sentences.end());
  for (const ResultRow& row : report.rows) {
    if (row.timing && row.timing->samples.convergence == Convergence::untested && !quiet)
      add_line_once(lines, fmt::format("{}: fewer than {} samples, too few to know the noise",
                                       kUntestedNoise, kMinSamples));
    if (row.verification && row.verification->salt && row.verification->checked < row.n)
      add_line_once(lines, fmt::format("{} {} n={}: {} results were compared, chosen by --salt={}; "
                                       "--verify=full compares all",
                                       row.device.id, row.kernel.name(), row.n,
                                       row.verification->checked, *row.verification->salt));
    if (row.shared && row.shared->shares.size() > 1 && !quiet)
      add_line_once(lines, fmt::format("{}: data between devices go {}{}", row.device.id,
                                       row.shared->copies.starts_with("through") ? "" : "by ",
                                       row.shared->copies));
    if (report.wants_counts && row.status != RowStatus::skipped && !row.kernel.variant.empty() &&
        row.device.counting == Counting::none)
      add_line_once(lines, fmt::format("{} has no counts: only NVIDIA's GPUs and devices that "
                                       "execute AMD's machine code count (docs/counting.md)",
                                       row.device.id));
    if (!row.not_counted.empty())
      add_line_once(lines, fmt::format("{} has no counts: {}", row.device.id, row.not_counted));
    if (row.energy && row.energy->source.empty())
      add_line_once(lines, fmt::format("{} without energy: {}", row.device.id, row.energy->reason));
    if (!report.prices.path.empty() && row.timing && !report.prices.of(row.device))
      add_line_once(lines, fmt::format("{} without a price: {} has no line for {}", row.device.id,
                                       report.prices.path, row.device.name));
  }
  return lines;
}

void print_heading(std::ostream& out, const std::vector<ResultRow>& cases,
                   const TableLayout& layout, const TextStyle& style) {
  for (const std::string& line : device_lines(cases)) print_paragraph(out, line, style);
  for (const std::string& line : {layout.in_common(), counted_items(cases)})
    if (!line.empty()) print_paragraph(out, line, style);
  fmt::print(out, "\n");
}

void print_below(std::ostream& out, const Report& report, const TableLayout& layout,
                 const TextStyle& style) {
  print_block(out, plan_lines(report), style);
  std::vector<std::string> left_out_below;
  const std::string below = tables_below(report, [&](const Table& table) {
    if (style.wide) return to_text(table, false);
    const FittedTable result = fitted(table, ranks_of_counts(table), style.width);
    for (const std::string& title : result.left_out)
      left_out_below.push_back(fmt::format("{} ({})", title, table.columns.front().title));
    return fitted_text(result, style.width);
  });
  fmt::print(out, "{}", below);
  if (report.draws_accesses) {
    for (const CountedCase& one : counted_cases(report.rows))
      fmt::print(out, "{}", access_drawing(one));
    fmt::print(out, "{}", access_drawing_key());
  }
  std::vector<std::string> notes = note_lines(report, style.quiet);
  if (!left_out_below.empty() && !style.quiet)
    notes.push_back(fmt::format("not shown of these tables: {}; --wide shows them",
                                fmt::join(left_out_below, ", ")));
  if (!layout.left_out().empty() && !style.quiet)
    notes.push_back(
        fmt::format("not shown: {}; --wide shows them, gputest help table explains them",
                    fmt::join(layout.left_out(), ", ")));
  print_block(out, notes, style);
  if (style.plot) fmt::print(out, "{}", plot_text(report, style.width));
  const std::vector<std::string> best = fastest_lines(report);
  if (!best.empty()) fmt::print(out, "\n");
  for (const std::string& line : best) {
    if (style.colour) fmt::print(out, "\033[1m");
    print_paragraph(out, line, style);
    if (style.colour) fmt::print(out, "\033[0m");
  }
}

}  // namespace gputest
