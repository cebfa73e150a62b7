// What a kernel launches wherever that can be told, and what the code of its passes takes.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "common/codeobject/resource_row.hpp"
#include "common/run/registry.hpp"
#include "common/texts/first_use.hpp"

namespace gputest {

/// What a launch is planned for: a target that texts are compiled for or, of a platform that
/// compiles none, a device that is there.
struct PlanSite {
  std::string platform;  ///< "hip:amd", "opencl"
  DeviceInfo device;     ///< made up for a target; `target` is empty where no text is compiled
  std::string as_of;     ///< the device, in words, whose number of compute units it has
};

/// A kernel's launch at one point of its axes.
struct PlannedLaunch {
  const PlanSite* site;
  Configuration configuration;
  LaunchPlan plan;
  std::vector<std::optional<ResourceRow>> code;  ///< of each of the plan's passes
};

/// Everything that is planned of a kernel.
struct KernelPlans {
  std::vector<PlanSite> sites;
  /// Site by site, fp32 before fp64, smaller blocks first.
  std::vector<PlannedLaunch> launches;
  std::vector<std::string> reasons;  ///< why a platform or a configuration is left out, each once
};

/// Finds the devices of the API of that name.
using DevicesOf = std::function<DeviceList(const std::string& api)>;

/// The launches on the problem that a run with no options makes, in every precision and block.
/// Their texts are compiled: for `targets`
/// ("sm_90") or, where that is empty, for those of the devices that are there, or else for one of
/// each vendor. A kernel whose description is wrong has none.
KernelPlans plans_of(const Kernel& kernel, const Problem& problem,
                     const std::vector<std::string>& targets, const DevicesOf& devices);

/// The texts of those launches, of which nothing is compiled.
std::vector<texts::Wanted> texts_of(const Kernel& kernel, const Problem& problem,
                                    const std::vector<std::string>& targets,
                                    const DevicesOf& devices);

/// What the code of each of the plan's passes takes, compiled for the target. Throws Error where it
/// cannot be compiled.
std::vector<std::optional<ResourceRow>> code_of(const Kernel& kernel, const LaunchPlan& plan,
                                                const std::string& target);
/// Whether any pass has code.
bool has_code(const std::vector<std::optional<ResourceRow>>& code);

}  // namespace gputest
