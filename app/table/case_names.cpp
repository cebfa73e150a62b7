#include "app/table/case_names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <set>

#include "app/results/run_report.hpp"
#include "app/table/prefix.hpp"

namespace gputest {
namespace {

/// The values that distinguish a row from others.
std::vector<std::string> case_subjects(const ResultRow& row) {
  const Configuration& with = row.configuration;
  return {row.device.id,
          row.kernel.name(),
          with.layout,
          std::string(name(with.precision)),
          fmt::format("n={}", row.n),
          with.block == 0 ? "" : fmt::format("block={}", with.block)};
}
constexpr std::size_t kKernelSubject = 1;

}  // namespace

std::vector<std::string> case_names(const std::vector<const ResultRow*>& rows) {
  std::vector<std::set<std::string>> values;
  std::map<std::string, std::set<std::string>> axes;
  for (const ResultRow* row : rows)
    for (const auto& [axis, value] : row->configuration.axes) axes[axis].insert(value);
  for (const ResultRow* row : rows) {
    for (auto& [axis, found] : axes)
      if (row->configuration.axes.count(axis) == 0) found.insert("");
    const std::vector<std::string> own = case_subjects(*row);
    values.resize(own.size());
    for (std::size_t k = 0; k < own.size(); ++k) values[k].insert(own[k]);
  }
  std::vector<std::string> names;
  for (const ResultRow* row : rows) {
    const std::vector<std::string> own = case_subjects(*row);
    std::vector<std::string> parts;
    for (std::size_t k = 0; k < own.size(); ++k)
      if (!own[k].empty() && (k == kKernelSubject || values[k].size() > 1)) parts.push_back(own[k]);
    for (const auto& [axis, value] : row->configuration.axes)
      if (axes.at(axis).size() > 1) parts.push_back(fmt::format("{}={}", axis, value));
    names.push_back(fmt::format("{}", fmt::join(parts, " ")));
  }
  return names;
}

}  // namespace gputest
