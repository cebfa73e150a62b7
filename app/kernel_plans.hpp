// What a kernel launches wherever that can be told, and what the code of its passes takes.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "common/codeobject/resource_table.hpp"
#include "common/run/registry.hpp"

namespace gputest {

/// What a launch is planned for: a target that the program holds code for or, of a platform whose
/// code no table has, a device that is there.
struct PlanSite {
  std::string platform;  ///< "hip:amd", "opencl"
  DeviceInfo device;     ///< made up for a target; `target` is empty where no table has code
  std::string as_of;     ///< the device, in words, whose number of compute units it has
};

/// A kernel's launch at one point of its axes.
struct PlannedLaunch {
  const PlanSite* site;
  Configuration configuration;
  LaunchPlan plan;
  std::vector<const ResourceRow*> code;  ///< of each of the plan's passes; null: it has none
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

/// Which of the configurations that a kernel declares.
enum class Planned {
  all,
  defaults,  ///< those that a run with no options launches, in every precision and block
};

/// The launches of those configurations on the problem. `table` outlives them. A kernel whose
/// description is wrong has none.
KernelPlans plans_of(const Kernel& kernel, const Problem& problem, const ResourceTable& table,
                     const DevicesOf& devices, Planned which = Planned::all);

}  // namespace gputest
