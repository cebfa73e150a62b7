// The counts of a launch on an NVIDIA GPU, from its hardware counters.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "common/core/launch_counts.hpp"

namespace gputest::simt {

/// The metrics that nvidia_counts() reads, by the names of CUPTI and Nsight Compute ("Nsight
/// Compute Documentation", NVIDIA, "Metrics Guide").
std::vector<std::string> nvidia_metrics();

/// The counts that these metrics mean. docs/counting.md has a table.
LaunchCounts nvidia_counts(const std::map<std::string, double>& metrics, const std::string& source);

/// Counts a launch; see measure().
LaunchCounts count_on_nvidia(const std::function<void()>& launch,
                             const std::function<void()>& before);

}  // namespace gputest::simt
