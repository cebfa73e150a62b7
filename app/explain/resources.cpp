// The code that a row ran, as far as this program knows it: its target and its resources.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <regex>

#include "app/describe/kernel_plans.hpp"
#include "app/explain/explanation.hpp"
#include "common/codeobject/target_of_device.hpp"
#include "common/codeobject/typical_device.hpp"
#include "common/core/names.hpp"
#include "common/core/parse_number.hpp"

namespace gputest {
namespace {

/// Larger problems are not made only to plan their launch.
constexpr std::uint64_t kMostPlanned = 4 << 20;

/// The device of that name in this machine, if it is present.
std::optional<DeviceInfo> present_device(const Registry& registry, const ExplainedRow& row) {
  Backend* backend = registry.find_backend(row.api);
  if (backend == nullptr) return std::nullopt;
  std::optional<DeviceInfo> found;
  for (const DeviceInfo& device : backend->devices().devices)
    if (device.name == row.device_name && (!found || device.id == row.device)) found = device;
  return found;
}

/// The platform of the kernel that a row's device belongs to; empty if none does.
std::string platform_of(const Kernel& kernel, const std::string& device) {
  for (const std::string& platform : kernel.platforms())
    if (device == platform || device.starts_with(platform + ":")) return platform;
  return "";
}

/// The device to plan for: the present one, else a typical one of the target.
DeviceInfo device_to_plan_for(const std::optional<DeviceInfo>& present, const std::string& platform,
                              RowResources& resources) {
  DeviceInfo device;
  if (present) {
    device = *present;
    resources.compute_units_of = present->name;
  } else if (!resources.target.empty()) {
    const TypicalDevice typical = typical_device(resources.target);
    device.compute_units = typical.multiprocessors;
    resources.compute_units_of = typical.name;
    device.wavefront = wavefront_of_target(resources.target);
  }
  resources.compute_units = device.compute_units;
  device.id = platform;
  device.target = resources.target;
  return device;
}

Configuration configuration_of(const ExplainedRow& row) {
  Configuration configuration;
  configuration.layout = row.layout;
  for (const Precision precision : all_precisions())
    if (row.precision == name(precision)) configuration.precision = precision;
  configuration.block = static_cast<std::uint32_t>(row.block);
  configuration.axes = row.axes;
  return configuration;
}

/// A value of the row that this program's kernel does not accept: "layout x"; empty if there is
/// none. Plans and families assume that values are known.
std::string foreign_value(const KernelInfo& info, const ExplainedRow& row) {
  const auto has = [](const auto& values, const auto& value) {
    return std::find(values.begin(), values.end(), value) != values.end();
  };
  if (!has(info.layouts, row.layout)) return fmt::format("layout '{}'", row.layout);
  if (std::none_of(info.precisions.begin(), info.precisions.end(),
                   [&](Precision precision) { return row.precision == name(precision); }))
    return fmt::format("precision '{}'", row.precision);
  if (!info.blocks.empty() && !has(info.blocks, row.block))
    return fmt::format("block of {} threads", row.block);
  for (const auto& [axis, value] : row.axes)
    if (const auto known = info.axes.find(axis);
        known != info.axes.end() && !has(known->second, value))
      return fmt::format("--{}='{}'", axis, value);
  return "";
}

/// The value of a problem's option as --option=value takes it; empty if there is none.
std::string option_of(const ExplainedRow& row, const std::string& option) {
  if (!row.problem.contains(option)) return "";
  const nlohmann::ordered_json& value = row.problem.at(option);
  if (value.is_boolean()) return value.get<bool>() ? "on" : "off";
  return value.is_string() ? value.get<std::string>() : value.is_null() ? "" : value.dump();
}

/// This program's plan for the row, if it can make one.
std::optional<LaunchPlan> planned(const Registry& registry, const Kernel& kernel,
                                  const DeviceInfo& device, const ExplainedRow& row) {
  const Family* family = registry.find_family(kernel.info().family);
  if (family == nullptr || row.n > kMostPlanned || row.block > ~0u) return std::nullopt;
  try {
    ProblemRequest request;
    request.n = row.n;
    for (const ProblemOption& option : family->options())
      if (const std::string value = option_of(row, option.name); !value.empty())
        request.options[option.name] = value;
    const auto problem = family->make_problem(request);
    Configuration configuration = configuration_of(row);
    for (const auto& [axis, values] : kernel.info().axes)  // an earlier version had no such axis
      if (!values.empty()) configuration.axes.emplace(axis, values.front());
    return kernel.plan(device, configuration, problem->planned_shapes(configuration));
  } catch (const Error&) {  // not a valid problem in this version
    return std::nullopt;
  }
}

/// Adds the instances of passes, which files do not contain, from this program's plan.
void add_instances(LaunchPlan& plan, const LaunchPlan& planned_here) {
  for (Pass& pass : plan.passes)
    for (const Pass& other : planned_here.passes)
      if (other.name == pass.name && other.block == pass.block) pass.instance = other.instance;
}

std::size_t main_pass_of(const LaunchPlan& plan, const std::string& kernel) {
  const auto threads = [](const Pass& pass) {
    double product = 1;
    for (const std::uint64_t size : pass.grid) product *= static_cast<double>(size);
    for (const std::uint32_t size : pass.block) product *= size;
    return product;
  };
  std::size_t largest = 0;
  for (std::size_t k = 0; k < plan.passes.size(); ++k) {
    if (plan.passes[k].name == kernel) return k;
    if (threads(plan.passes[k]) > threads(plan.passes[largest])) largest = k;
  }
  return largest;
}

/// Why no pass has code in this program.
std::string why_unknown(const ExplainedRow& row, const Kernel* kernel, const std::string& platform,
                        const RowResources& resources) {
  if (kernel == nullptr)
    return fmt::format(
        "The resources of its code are unknown: this program has no kernel {}. Use a gputest built "
        "with {}.",
        row.name(), row.api);
  if (const std::string foreign = foreign_value(kernel->info(), row); !foreign.empty())
    return fmt::format(
        "The resources of its code are unknown: this program's {} has no {}. Use the gputest that "
        "made the row.",
        row.name(), foreign);
  if (kernel->text(configuration_of(row)))
    return fmt::format(
        "The resources of its code are unknown: {}'s driver compiles it on the device. Use the "
        "vendor's profiler.",
        row.api);
  if (platform.empty())
    return fmt::format(
        "The resources of its code are unknown: this program is built for {}, not for the platform "
        "of {}.",
        fmt::join(kernel->platforms(), ", "), row.device);
  if (resources.target.empty())
    return fmt::format(
        "The resources of its code are unknown, because the name {} does not determine the "
        "target: give it with --target=sm_90 or gfx906.",
        row.device_name);
  return fmt::format(
      "The resources of its code are unknown: this program has no such launch on {}.",
      resources.target);
}

void require_known_target(const std::string& target) {
  if (target.empty()) return;
  static const std::regex form("sm_[0-9]{2,3}[af]?|gfx[0-9a-f]{3,4}");
  if (std::regex_match(target, form)) return;
  throw Error(
      Status::usage,
      fmt::format("unknown --target '{}'; it takes a name such as sm_90 or gfx906", target));
}

}  // namespace

const Kernel* kernel_of(const Registry& registry, const ExplainedRow& row) {
  for (const auto& kernel : registry.kernels())
    if (kernel->info().api == row.api && kernel->info().name() == row.kernel &&
        kernel->info().fault.empty())
      return kernel.get();
  return nullptr;
}

std::string summary_of(const Registry& registry, const ExplainedRow& row) {
  if (const Kernel* kernel = kernel_of(registry, row)) return kernel->info().summary;
  for (const auto& kernel : registry.kernels())
    if (kernel->info().name() == row.kernel && kernel->info().fault.empty())
      return kernel->info().summary;
  return "";
}

Precision arithmetic_of(const Registry& registry, const ExplainedRow& row) {
  const Kernel* kernel = kernel_of(registry, row);
  if (kernel != nullptr && kernel->info().arithmetic) return *kernel->info().arithmetic;
  return configuration_of(row).precision;
}

RowResources row_resources(const Registry& registry, const ExplainedRow& row,
                           const std::string& target) {
  require_known_target(target);
  RowResources resources;
  const std::optional<DeviceInfo> present = present_device(registry, row);
  resources.target = target;
  resources.on_host = row.api == "cpu" || (present && present->on_host);
  if (resources.target.empty() && present) resources.target = present->target;
  if (resources.target.empty()) resources.target = target_of_device(row.device_name);
  const Kernel* kernel = kernel_of(registry, row);
  const std::string platform = kernel == nullptr ? "" : platform_of(*kernel, row.device);
  const DeviceInfo device = device_to_plan_for(present, platform, resources);
  resources.plan = row.plan;
  const bool is_known = kernel != nullptr && foreign_value(kernel->info(), row).empty();
  if (is_known && !platform.empty())
    if (const auto here = planned(registry, *kernel, device, row)) {
      resources.is_planned_here = !resources.plan;
      if (!resources.plan) resources.plan = here;
      add_instances(*resources.plan, *here);
    }
  if (resources.plan) {
    resources.main_pass = main_pass_of(*resources.plan, row.kernel);
    resources.code.resize(resources.plan->passes.size());
    try {
      if (is_known && !resources.target.empty())
        resources.code = code_of(*kernel, *resources.plan, resources.target);
    } catch (const Error& error) {
      resources.unknown = fmt::format("The resources of its code are unknown: {}.", error.what());
      return resources;
    }
  }
  if (!has_code(resources.code)) resources.unknown = why_unknown(row, kernel, platform, resources);
  return resources;
}

}  // namespace gputest
