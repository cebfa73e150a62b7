#include "app/describe/kernel_plans.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <tuple>

#include "common/codeobject/typical_device.hpp"
#include "common/core/error.hpp"
#include "common/device/text_kernel.hpp"

namespace gputest {
namespace {

/// Each configuration combined with each value; `put` stores a value in a configuration.
template <class T, class Put>
std::vector<Configuration> with_each(const std::vector<Configuration>& so_far,
                                     const std::vector<T>& values, const Put& put) {
  std::vector<Configuration> longer;
  for (const Configuration& configuration : so_far)
    for (const T& value : values) put(longer.emplace_back(configuration), value);
  return longer;
}

std::vector<Configuration> every_configuration(const KernelInfo& info) {
  std::vector<Configuration> all{{}};
  all = with_each(all, info.layouts, [](Configuration& c, const auto& v) { c.layout = v; });
  all = with_each(all, info.precisions, [](Configuration& c, Precision v) { c.precision = v; });
  if (!info.blocks.empty())
    all = with_each(all, info.blocks, [](Configuration& c, std::uint32_t v) { c.block = v; });
  for (const auto& [name, values] : info.axes)
    all = with_each(all, values,
                    [&, axis = name](Configuration& c, const auto& v) { c.axes[axis] = v; });
  return all;
}

/// Whether a run without options launches it, apart from precision and block.
bool is_default(const Configuration& configuration, const KernelInfo& info) {
  return configuration.layout == info.layouts.front() &&
         std::all_of(info.axes.begin(), info.axes.end(), [&](const auto& axis) {
           return configuration.on_axis(axis.first) == axis.second.front();
         });
}

bool is_of_platform(const std::string& platform, const DeviceInfo& device) {
  return device.id == platform || device.id.rfind(platform + ":", 0) == 0;
}

/// A device of the target: a present one if there is one, else a typical product.
PlanSite site_of(const std::string& platform, const std::string& target,
                 const std::vector<DeviceInfo>& present) {
  PlanSite site{platform, {}, ""};
  const auto own = std::find_if(present.begin(), present.end(),
                                [&](const DeviceInfo& device) { return device.target == target; });
  if (own != present.end()) {
    site.device = *own;
    site.as_of = fmt::format("{}, {}", own->id, own->name);
  } else {
    const TypicalDevice typical = typical_device(target);
    site.device.compute_units = typical.multiprocessors;
    site.as_of = typical.name;
  }
  site.device.id = platform;
  site.device.target = target;
  site.device.wavefront = wavefront_of_target(target);
  return site;
}

/// The common prefix of a platform's targets; empty if the platform compiles no texts.
std::string beginning_of_targets(const std::string& platform) {
  if (platform == "cuda" || platform == "hip:nvidia") return "sm_";
  return platform == "hip:amd" ? "gfx" : "";
}

/// The targets for which a platform's kernels are described.
std::vector<std::string> targets_of(const std::string& platform,
                                    const std::vector<std::string>& wanted,
                                    const std::vector<DeviceInfo>& present) {
  const std::string beginning = beginning_of_targets(platform);
  std::vector<std::string> targets;
  for (const std::string& target : wanted)
    if (!beginning.empty() && target.starts_with(beginning)) targets.push_back(target);
  if (!wanted.empty() || beginning.empty()) return targets;
  for (const DeviceInfo& device : present)
    if (std::find(targets.begin(), targets.end(), device.target) == targets.end())
      targets.push_back(device.target);
  if (targets.empty() && platform == "cuda") targets = {"sm_90"};
  if (targets.empty() && platform == "hip:amd") targets = {"gfx90a"};
  return targets;
}

std::vector<PlanSite> sites_of(const std::string& platform, const std::vector<std::string>& wanted,
                               const DeviceList& list) {
  std::vector<DeviceInfo> present;
  for (const DeviceInfo& device : list.devices)
    if (is_of_platform(platform, device)) present.push_back(device);
  std::vector<PlanSite> sites;
  for (const std::string& target : targets_of(platform, wanted, present))
    sites.push_back(site_of(platform, target, present));
  if (sites.empty() && !present.empty() && wanted.empty()) {
    sites.push_back({platform, present.front(), present.front().name});
    sites.back().device.target.clear();
  }
  return sites;
}

/// Why no launch is planned for a present device in that configuration; empty if one is.
std::string lacking(const Kernel& kernel, const DeviceInfo& device,
                    const Configuration& configuration, std::uint64_t n) {
  if (configuration.precision == Precision::fp64 && !device.fp64)
    return fmt::format("{} does not support fp64", device.id);
  if (device.max_block != 0 && configuration.block > device.max_block)
    return fmt::format("{} takes blocks of at most {}", device.id, device.max_block);
  return kernel.skip_reason(device, configuration, n);
}

/// The first error of a compiler's log; empty if there is none.
std::string first_message(const std::string& log) {
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);)
    if (line.find("error") != line.npos) return ": " + line;
  return "";
}

class Planner {
 public:
  Planner(const Kernel& kernel, const Problem& problem, const std::vector<std::string>& targets,
          bool compiles)
      : kernel_(kernel), problem_(problem), targets_(targets), compiles_(compiles) {}

  void add_sites(const DevicesOf& devices) {
    const std::vector<std::string> platforms = kernel_.platforms();
    if (platforms.empty()) {
      note(fmt::format("{} plans a launch only when it prepares a kernel on a device",
                       kernel_.info().api));
      return;
    }
    const DeviceList list = devices(kernel_.info().api);
    for (const std::string& platform : platforms) {
      const std::vector<PlanSite> found = sites_of(platform, targets_, list);
      plans.sites.insert(plans.sites.end(), found.begin(), found.end());
      if (!found.empty() || !targets_.empty()) continue;
      const auto absence =
          std::find_if(list.unavailable.begin(), list.unavailable.end(),
                       [&](const Unavailable& absent) { return absent.id == platform; });
      note(fmt::format("{} is not available: {}", platform,
                       absence == list.unavailable.end() ? "no device" : absence->reason));
    }
  }

  void add_launches() {
    for (const Configuration& configuration : every_configuration(kernel_.info())) {
      if (!is_default(configuration, kernel_.info())) continue;
      try {
        const KernelSignature signature = problem_.planned_shapes(configuration);
        for (const PlanSite& site : plans.sites) add_launch(site, configuration, signature);
      } catch (const Error& error) {
        note(fmt::format("{}{}", error.what(), first_message(error.api_failure().build_log)));
      }
    }
    const auto key = [](const PlannedLaunch& launch) {
      return std::make_tuple(launch.site, launch.configuration.precision,
                             launch.configuration.block);
    };
    std::stable_sort(
        plans.launches.begin(), plans.launches.end(),
        [&](const PlannedLaunch& a, const PlannedLaunch& b) { return key(a) < key(b); });
  }

  KernelPlans plans;

 private:
  void add_launch(const PlanSite& site, const Configuration& configuration,
                  const KernelSignature& signature) {
    const bool is_text = !site.device.target.empty();
    const std::string reason =
        is_text ? "" : lacking(kernel_, site.device, configuration, problem_.n());
    if (!reason.empty()) return note(reason);
    auto plan = kernel_.plan(site.device, configuration, signature);
    if (!plan) return;
    PlannedLaunch launch{&site, configuration, std::move(*plan), {}};
    launch.code.resize(launch.plan.passes.size());
    if (compiles_ && is_text) launch.code = code_of(kernel_, launch.plan, site.device.target);
    plans.launches.push_back(std::move(launch));
  }

  void note(const std::string& reason) {
    if (std::find(plans.reasons.begin(), plans.reasons.end(), reason) == plans.reasons.end())
      plans.reasons.push_back(reason);
  }

  const Kernel& kernel_;
  const Problem& problem_;
  const std::vector<std::string>& targets_;
  bool compiles_;
};

KernelPlans planned(const Kernel& kernel, const Problem& problem,
                    const std::vector<std::string>& targets, const DevicesOf& devices,
                    bool compiles) {
  if (!kernel.info().fault.empty()) return {};
  Planner planner(kernel, problem, targets, compiles);
  planner.add_sites(devices);
  planner.add_launches();
  return std::move(planner.plans);
}

}  // namespace

std::vector<std::optional<ResourceRow>> code_of(const Kernel& kernel, const LaunchPlan& plan,
                                                const std::string& target) {
  const auto images = kernel.images(plan, target);
  std::vector<std::optional<ResourceRow>> code;
  for (const Pass& pass : plan.passes) {
    code.emplace_back();
    if (images.empty() || pass.instance.name.empty()) continue;
    const auto image = texts::image_with(images, pass.instance);
    code.back() = resource_row(target, image->compiled.machine_code, image->compiled.ptx,
                               image->symbol(pass.instance));
  }
  return code;
}

bool has_code(const std::vector<std::optional<ResourceRow>>& code) {
  return std::any_of(code.begin(), code.end(), [](const auto& pass) { return pass.has_value(); });
}

KernelPlans plans_of(const Kernel& kernel, const Problem& problem,
                     const std::vector<std::string>& targets, const DevicesOf& devices) {
  return planned(kernel, problem, targets, devices, true);
}

std::vector<texts::Wanted> texts_of(const Kernel& kernel, const Problem& problem,
                                    const std::vector<std::string>& targets,
                                    const DevicesOf& devices) {
  std::vector<texts::Wanted> wanted;
  const auto* of_texts = dynamic_cast<const TextKernel*>(&kernel);
  if (of_texts == nullptr) return wanted;
  const KernelPlans plans = planned(kernel, problem, targets, devices, false);
  for (const PlannedLaunch& launch : plans.launches)
    wanted.push_back(of_texts->wanted(launch.plan, launch.site->device));
  return wanted;
}

}  // namespace gputest
