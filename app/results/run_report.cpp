#include "app/results/run_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <tuple>

#include "app/results/problems.hpp"
#include "common/core/error.hpp"
#include "common/core/names.hpp"

namespace gputest {
namespace {

struct Baseline {
  std::string api, kernel, layout;
};

/// Splits "api:kernel" or "api:kernel:layout".
Baseline parse_baseline(const std::string& text) {
  const auto first = text.find(':');
  const auto second = text.find(':', first == text.npos ? first : first + 1);
  return {text.substr(0, first),
          text.substr(first + 1, second == text.npos ? second : second - first - 1),
          second == text.npos ? "" : text.substr(second + 1)};
}

/// The words between colons.
std::vector<std::string> words_between_colons(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream parts(text);
  for (std::string word; std::getline(parts, word, ':');) words.push_back(word);
  return words;
}

bool is_baseline(const Baseline& baseline, const ResultRow& row) {
  if (row.kernel.variant.empty() || row.kernel.layouts.empty() || row.api != baseline.api ||
      row.kernel.name() != baseline.kernel)
    return false;
  const std::string& layout =
      baseline.layout.empty() ? row.kernel.layouts.front() : baseline.layout;
  return row.configuration.layout == layout;
}

/// How similar another row is: the number of equal problem axes, of equal other axes, and whether
/// the blocks are equal. Greater is more similar.
std::tuple<std::size_t, std::size_t, bool> likeness(const Report& report, const ResultRow& row,
                                                    const ResultRow& other) {
  std::size_t of_problem = 0, of_others = 0;
  for (const auto& [axis, value] : row.configuration.axes)
    if (other.configuration.on_axis(axis) == value)
      ++(report.problem_axes.count(axis) > 0 ? of_problem : of_others);
  return {of_problem, of_others, row.configuration.block == other.configuration.block};
}

}  // namespace

std::string sentence(const Interruption& interruption) {
  return fmt::format("interrupted after {} of {} cases", interruption.finished, interruption.cases);
}

std::optional<double> rate_over_baseline(const Report& report, const ResultRow& row) {
  if (report.baseline.empty()) return std::nullopt;
  const Baseline baseline = parse_baseline(report.baseline);
  const ResultRow* base = nullptr;
  for (const ResultRow& other : report.rows) {
    if (!is_baseline(baseline, other) || other.n != row.n || sizes_of(other) != sizes_of(row) ||
        other.configuration.precision != row.configuration.precision ||
        other.status == RowStatus::skipped)
      continue;
    if (base == nullptr || likeness(report, row, other) > likeness(report, row, *base))
      base = &other;
  }
  if (base == nullptr || is_doubtful(base->status)) return std::nullopt;
  const auto rate = row.items_per_second(), base_rate = base->items_per_second();
  if (!rate || !base_rate) return std::nullopt;
  return *rate / *base_rate;
}

bool is_baseline_row(const Report& report, const ResultRow& row) {
  return !report.baseline.empty() && is_baseline(parse_baseline(report.baseline), row);
}

std::vector<std::string> doubtful_baselines(const Report& report) {
  std::vector<std::string> sentences;
  if (report.baseline.empty()) return sentences;
  const Baseline baseline = parse_baseline(report.baseline);
  for (const ResultRow& row : report.rows)
    if (is_baseline(baseline, row) && is_doubtful(row.status) && row.turns.empty())
      sentences.push_back(fmt::format("no ratios to the baseline at n={} {}: {} {} is {}", row.n,
                                      name(row.configuration.precision), row.device.id,
                                      row.kernel.name(), name(row.status)));
  return sentences;
}

std::optional<double> rate_per_price(const Report& report, const ResultRow& row) {
  const auto rate = row.items_per_second();
  const auto price = report.prices.of(row.device);
  if (!rate || !price) return std::nullopt;
  return *rate / *price;
}

namespace {

/// Baselines that are among the cases, in the forms that --baseline takes with so many colons.
std::vector<std::string> baselines_of(const Report& report, std::ptrdiff_t colons) {
  std::vector<std::string> known;
  for (const ResultRow& row : report.rows) {
    if (!row.reason.empty() || row.kernel.variant.empty() || row.kernel.layouts.empty()) continue;
    const std::string kernel = row.kernel.name(), &layout = row.configuration.layout;
    const bool is_default = layout == row.kernel.layouts.front();
    for (const std::string& form :
         {is_default ? kernel : "", is_default ? row.api + ":" + kernel : "", kernel + ":" + layout,
          row.api + ":" + kernel + ":" + layout})
      if (!form.empty() && std::count(form.begin(), form.end(), ':') == colons)
        known.push_back(form);
  }
  return known;
}

/// "did you mean cpu:gravity_naive? ", or empty. A kernel that exists is not replaced by another.
std::string nearest_baselines(const Report& report, const std::vector<std::string>& kernels) {
  const std::string& given = report.baseline;
  std::vector<std::string> known =
      baselines_of(report, std::count(given.begin(), given.end(), ':'));
  for (const std::string& part : words_between_colons(given))
    if (std::find(kernels.begin(), kernels.end(), part) != kernels.end())
      std::erase_if(known, [&](const std::string& form) {
        const std::vector<std::string> parts = words_between_colons(form);
        return std::find(parts.begin(), parts.end(), part) == parts.end();
      });
  const std::vector<std::string> near = near_matches(given, known);
  return near.empty() ? "" : fmt::format("did you mean {}? ", fmt::join(near, " or "));
}

}  // namespace

std::string full_baseline(const Report& report, const std::vector<std::string>& kernels) {
  const std::string& given = report.baseline;
  if (given.empty()) return given;
  std::set<std::string> apis;
  for (const ResultRow& row : report.rows) {
    if (given.find(':') != given.npos && is_baseline(parse_baseline(given), row)) return given;
    const bool runs = row.reason.empty();
    if (runs && is_baseline(parse_baseline(row.api + ":" + given), row)) apis.insert(row.api);
  }
  if (apis.size() > 1)
    throw Error(Status::usage, fmt::format("--baseline={} exists in {}; name one, such as {}:{}",
                                           given, fmt::join(apis, ", "), *apis.begin(), given));
  if (apis.empty())
    throw Error(Status::usage,
                fmt::format("--baseline={} is not among the cases to run; {}--dry-run lists them",
                            given, nearest_baselines(report, kernels)));
  return *apis.begin() + ":" + given;
}

void print(std::ostream& out, const Report& report, OutputFormat format, const TextStyle& style) {
  switch (format) {
    case OutputFormat::table:
      return print_table(out, report, style);
    case OutputFormat::markdown:
      return print_markdown(out, report);
    case OutputFormat::csv:
      return print_csv(out, report);
    case OutputFormat::json:
      return print_json(out, report);
  }
}

std::string axes_of(const Configuration& configuration) {
  std::string text;
  for (const auto& [axis, value] : configuration.axes)
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", axis, value);
  return text;
}

Status exit_status(const Report& report) {
  Status status = Status::ok;
  for (const ResultRow& row : report.rows) {
    if (row.exit_status == Status::verification_failed) return row.exit_status;
    if (status == Status::ok) status = row.exit_status;
  }
  return status;
}

}  // namespace gputest
