#include "app/explain/row_choice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/command/counts.hpp"
#include "common/core/error.hpp"
#include "common/core/names.hpp"
#include "common/core/parse_number.hpp"

namespace gputest {
namespace {

constexpr std::size_t kMostNamed = 6;

/// A number is that of an id, "1" of "cuda:1", and never a part of a name.
bool is_on_device(const ExplainedRow& row, const std::string& device) {
  if (!device.empty() && device.find_first_not_of("0123456789") == device.npos)
    return row.device.ends_with(":" + device);
  return device.empty() || row.device == device ||
         in_small_letters(row.device_name).find(in_small_letters(device)) != std::string::npos;
}

bool is_value(const std::string& wanted, const std::string& value) {
  return wanted.empty() || wanted == value;
}

bool is_kernel(const ExplainedRow& row, const std::string& wanted) {
  return wanted.empty() || wanted == row.kernel || wanted == row.name();
}

/// Whether the row has all values of the choice, apart from its number.
bool fits(const RowChoice& choice, const ExplainedRow& row) {
  if (!is_kernel(row, choice.row) || !is_on_device(row, choice.device) ||
      !is_value(choice.layout, row.layout) || !is_value(choice.precision, row.precision))
    return false;
  if (!choice.n.empty() && parse_count("-n", choice.n) != row.n) return false;
  if (!choice.block.empty() && whole_number("--block", choice.block, 1) != row.block) return false;
  return std::all_of(choice.axes.begin(), choice.axes.end(), [&](const auto& wanted) {
    const auto found = row.axes.find(wanted.first);
    return wanted.second.empty() || (found != row.axes.end() && found->second == wanted.second);
  });
}

/// "3 (cuda:0, gravity_tiled, float4, fp32, n = 16384); …", of the first few rows.
std::string names_of_rows(const std::vector<const ExplainedRow*>& rows) {
  std::vector<std::string> names;
  for (const ExplainedRow* row : rows) {
    if (names.size() == kMostNamed) break;
    names.push_back(
        fmt::format("{} ({}, {}, {})", row->number, row->device, row->kernel, row->point()));
  }
  std::string text = fmt::format("{}", fmt::join(names, "; "));
  if (rows.size() > kMostNamed) text += fmt::format("; and {} more", rows.size() - kMostNamed);
  return text;
}

Error nothing_fits(const RowChoice& choice, const std::string& path,
                   const std::vector<ExplainedRow>& rows) {
  std::vector<std::string> known;
  const bool with_api = choice.row.find(':') != std::string::npos;
  for (const ExplainedRow& row : rows) known.push_back(with_api ? row.name() : row.kernel);
  std::sort(known.begin(), known.end());
  known.erase(std::unique(known.begin(), known.end()), known.end());
  const bool is_known =
      choice.row.empty() || std::find(known.begin(), known.end(), choice.row) != known.end();
  if (!is_known)
    return Error(Status::usage, no_such("row in " + path + " of kernel", choice.row, known));
  return Error(Status::usage, fmt::format("{} has no row of {} with these values", path,
                                          choice.row.empty() ? "any kernel" : choice.row));
}

const ExplainedRow& row_of_number(std::uint64_t number, const std::string& path,
                                  const std::vector<ExplainedRow>& rows) {
  for (const ExplainedRow& row : rows)
    if (row.number == number) return row;
  throw Error(Status::usage,
              fmt::format("{} has no row {} with a kernel; its rows with kernels are {} to {}",
                          path, number, rows.front().number, rows.back().number));
}

/// The fastest row of each family; reliable rows come first.
std::vector<const ExplainedRow*> best_rows(const std::vector<ExplainedRow>& rows) {
  std::vector<const ExplainedRow*> best;
  const auto rank = [](const ExplainedRow& row) {
    return std::make_pair(!row.entry.doubtful(), row.per_s.value_or(0));
  };
  for (const ExplainedRow& row : rows) {
    if (!row.is_timed()) continue;
    const auto same = std::find_if(best.begin(), best.end(), [&](const ExplainedRow* known) {
      return known->family == row.family;
    });
    if (same == best.end())
      best.push_back(&row);
    else if (rank(row) > rank(**same))
      *same = &row;
  }
  return best;
}

}  // namespace

void RowChoice::declare(OptionList& options, const Registry& registry) {
  options.value("--device", device, "the row's device: id, its number, or part of a name", "ID");
  options.value("--layout", layout, "the row's layout", "NAME");
  options.value("--precision", precision, "the row's precision: fp32 or fp64", "NAME");
  options.value("-n", n, "the row's n: 16384 or 16k", "N");
  options.value("--block", block, "the row's threads per block", "N");
  for (const auto& family : registry.families())
    for (const Axis& axis : family->axes())
      if (axes.count(axis.name) == 0)
        options.value("--" + axis.name, axes[axis.name],
                      fmt::format("the row's value: {}", fmt::join(axis.values, ", ")), "NAME");
}

bool RowChoice::has_options() const {
  return std::any_of(axes.begin(), axes.end(),
                     [](const auto& axis) { return !axis.second.empty(); }) ||
         !(device + layout + precision + n + block).empty();
}

std::vector<const ExplainedRow*> chosen_rows(const RowChoice& choice, const std::string& path,
                                             const std::vector<ExplainedRow>& rows) {
  if (choice.row.empty() && !choice.has_options()) {
    auto best = best_rows(rows);
    if (best.empty())
      throw Error(Status::usage,
                  fmt::format("no row of {} has a speed; choose a row by its number", path));
    return best;
  }
  if (const auto number = parse_number<std::uint64_t>(choice.row)) {
    if (choice.has_options())
      throw Error(
          Status::usage,
          fmt::format("row {} is chosen by its number; leave out the other options", *number));
    return {&row_of_number(*number, path, rows)};
  }
  std::vector<const ExplainedRow*> found;
  for (const ExplainedRow& row : rows)
    if (fits(choice, row)) found.push_back(&row);
  if (found.empty()) throw nothing_fits(choice, path, rows);
  if (found.size() > 1)
    throw Error(Status::usage, fmt::format("{} rows of {} match: {}; choose one by its number",
                                           found.size(), path, names_of_rows(found)));
  return found;
}

}  // namespace gputest
