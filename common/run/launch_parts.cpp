#include "common/run/launch_parts.hpp"

#include <algorithm>

#include "common/measure/statistics.hpp"

namespace gputest {
namespace {

std::vector<LaunchPart> parts_of(const Problem& problem, const std::vector<PassTime>& passes) {
  std::vector<LaunchPart> parts;
  for (const PassTime& pass : passes) {
    const std::string begun = problem.part_begun_by(pass.pass);
    if (parts.empty() || (!begun.empty() && begun != parts.back().name))
      parts.push_back({begun, 0});
    parts.back().seconds += pass.seconds;
  }
  return parts;
}

}  // namespace

std::vector<LaunchPart> launch_parts(const Problem& problem, Execution& execution, double seconds) {
  constexpr double kWhole = 0.2;  // seconds for all launches
  constexpr double kMost = 9;     // launches
  if (!problem.has_parts()) return {};
  std::vector<LaunchPart> parts;
  std::vector<std::vector<double>> samples;
  const auto launches = static_cast<int>(std::clamp(kWhole / seconds, 1.0, kMost));
  for (int launch = 0; launch < launches; ++launch) {
    parts = parts_of(problem, execution.pass_times());
    samples.resize(parts.size());
    for (std::size_t k = 0; k < parts.size(); ++k) samples[k].push_back(parts[k].seconds);
  }
  for (std::size_t k = 0; k < parts.size(); ++k) parts[k].seconds = median(samples[k]);
  return parts;
}

}  // namespace gputest
