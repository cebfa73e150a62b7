// The launches of a kernel on each platform, and the resources of their compiled code.
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

/// The goal of a planned launch: a target that texts are compiled for or, if the platform compiles
/// none, a present device.
struct PlanSite {
  std::string platform;  ///< "hip:amd", "opencl"
  DeviceInfo device;     ///< made up for a target; `target` is empty if no text is compiled
  std::string as_of;     ///< name of the device that the number of compute units comes from
};

/// A kernel's launch at one point of its axes.
struct PlannedLaunch {
  const PlanSite* site;
  Configuration configuration;
  LaunchPlan plan;
  std::vector<std::optional<ResourceRow>> code;  ///< for each pass of the plan
};

/// All planned launches of a kernel.
struct KernelPlans {
  std::vector<PlanSite> sites;
  /// Site by site, fp32 before fp64, smaller blocks first.
  std::vector<PlannedLaunch> launches;
  std::vector<std::string>
      reasons;  ///< why platforms or configurations are left out, without repetitions
};

/// Returns the devices of an API.
using DevicesOf = std::function<DeviceList(const std::string& api)>;

/// The launches of a run without options on the problem, in every precision and block. Their texts
/// are compiled for `targets` ("sm_90"); if that is empty, for the present devices; without any,
/// for one target of each vendor. A kernel with a wrong description has no launches.
KernelPlans plans_of(const Kernel& kernel, const Problem& problem,
                     const std::vector<std::string>& targets, const DevicesOf& devices);

/// The texts of those launches, without compiling them.
std::vector<texts::Wanted> texts_of(const Kernel& kernel, const Problem& problem,
                                    const std::vector<std::string>& targets,
                                    const DevicesOf& devices);

/// The resources of the code of each of the plan's passes, compiled for the target. Throws Error if
/// compilation fails.
std::vector<std::optional<ResourceRow>> code_of(const Kernel& kernel, const LaunchPlan& plan,
                                                const std::string& target);
/// Whether any pass has code.
bool has_code(const std::vector<std::optional<ResourceRow>>& code);

}  // namespace gputest
