#include "app/run/selection.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>

#include "app/run/device_choice.hpp"
#include "common/core/error.hpp"
#include "common/core/parse_number.hpp"

namespace gputest {
namespace {

template <class T>
bool contains(const std::vector<T>& values, const T& value) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

bool is_all(const std::vector<std::string>& names) { return contains(names, std::string("all")); }

void require_known(std::string_view kind, const std::vector<std::string>& names,
                   const std::vector<std::string>& known) {
  if (is_all(names)) return;
  for (const std::string& name : names)
    if (!contains(known, name)) throw Error(Status::usage, no_such(kind, name, known));
}

std::string text_of(const std::string& value) { return value; }
std::string text_of(Precision precision) { return std::string(name(precision)); }
std::string text_of(std::uint32_t block) { return std::to_string(block); }

std::vector<Precision> precisions_of(const std::vector<std::string>& names) {
  std::vector<Precision> found;
  for (const Precision precision : all_precisions())
    if (contains(names, text_of(precision))) found.push_back(precision);
  return found;
}

/// The block sizes as numbers; require_blocks_exist() has checked them.
std::vector<std::uint32_t> blocks_of(const std::vector<std::string>& names) {
  std::vector<std::uint32_t> found;
  for (const std::string& text : names)
    if (const auto block = parse_number<std::uint32_t>(text)) found.push_back(*block);
  return found;
}

/// A configuration, and the value that the kernel lacks; empty if the kernel has it.
struct Wanted {
  Configuration configuration;
  std::string lacks = {};
};

/// The chosen values of an axis, where the kernel has the values `own`: all of those for "all", the
/// first if none is named, else the named ones, first those that the kernel has.
template <class T>
std::vector<T> asked_for(const std::vector<T>& own, const std::vector<T>& named, bool all) {
  if (all) return own;
  if (named.empty()) return {own.front()};
  std::vector<T> chosen;
  for (const bool wanted_own : {true, false})
    for (const T& value : wanted_own ? own : named)
      if (contains(named, value) && contains(own, value) == wanted_own) chosen.push_back(value);
  return chosen;
}

/// Each configuration combined with each value; `put` stores a value in a configuration.
template <class T>
std::vector<Wanted> with_each(const std::vector<Wanted>& so_far, const std::vector<T>& values,
                              const std::vector<T>& own, const std::string& axis,
                              const std::function<void(Configuration&, const T&)>& put) {
  std::vector<Wanted> longer;
  for (const Wanted& wanted : so_far)
    for (const T& value : values) {
      longer.push_back(wanted);
      put(longer.back().configuration, value);
      if (longer.back().lacks.empty() && !contains(own, value))
        longer.back().lacks = fmt::format("{} {}", axis, text_of(value));
    }
  return longer;
}

/// The named precisions, else fp32; if no kernel of the family has fp32, the kernel's first
/// precision.
std::vector<Precision> named_precisions(const Registry& registry, const KernelInfo& kernel,
                                        const RunCommand& command) {
  if (!command.precisions.empty()) return precisions_of(command.precisions);
  for (const auto& other : registry.kernels())
    if (other->info().family == kernel.family &&
        contains(other->info().precisions, Precision::fp32))
      return {Precision::fp32};
  return {kernel.precisions.front()};
}

std::vector<Wanted> configurations(const Registry& registry, const KernelInfo& kernel,
                                   const RunCommand& command) {
  std::vector<Wanted> result{{}};
  result = with_each<std::string>(
      result, asked_for(kernel.layouts, command.layouts, is_all(command.layouts)), kernel.layouts,
      "layout", [](Configuration& c, const std::string& layout) { c.layout = layout; });
  result = with_each<Precision>(
      result,
      asked_for(kernel.precisions, named_precisions(registry, kernel, command),
                is_all(command.precisions)),
      kernel.precisions, "precision",
      [](Configuration& c, const Precision& precision) { c.precision = precision; });
  if (!kernel.blocks.empty())
    result = with_each<std::uint32_t>(
        result, asked_for(kernel.blocks, blocks_of(command.blocks), is_all(command.blocks)),
        kernel.blocks, "block",
        [](Configuration& c, const std::uint32_t& block) { c.block = block; });
  for (const auto& [axis, own] : kernel.axes) {
    const auto found = command.axes.find(axis);
    const auto named = found == command.axes.end() ? std::vector<std::string>{} : found->second;
    result = with_each<std::string>(
        result, asked_for(own, named, is_all(named)), own, axis,
        [&, axis = axis](Configuration& c, const std::string& value) { c.axes[axis] = value; });
  }
  return result;
}

std::vector<std::string> patterns_of(const RunCommand& command) {
  return command.kernels.empty() ? std::vector<std::string>{"gravity_*"} : command.kernels;
}

void require_blocks_exist(const Registry& registry, const std::vector<std::string>& blocks) {
  std::vector<std::string> known;
  for (const auto& kernel : registry.kernels())
    for (const std::uint32_t block : kernel->info().blocks)
      if (!contains(known, std::to_string(block))) known.push_back(std::to_string(block));
  require_known("block size", blocks, known);
}

/// The command with old names of axis values replaced by today's.
RunCommand without_aliases(const Registry& registry, RunCommand command) {
  for (const auto& family : registry.families())
    for (const Axis& axis : family->axes()) {
      const auto named = command.axes.find(axis.name);
      if (named == command.axes.end()) continue;
      for (std::string& value : named->second)
        if (const auto alias = axis.aliases.find(value); alias != axis.aliases.end())
          value = alias->second;
    }
  return command;
}

void require_names_exist(const Registry& registry, const RunCommand& command,
                         const std::vector<std::string>& patterns) {
  require_known("API", command.apis, registry.api_names());
  require_known("layout", command.layouts, names_of(registry.layouts()));
  std::vector<std::string> precisions;
  for (const Precision precision : all_precisions()) precisions.emplace_back(name(precision));
  require_known("precision", command.precisions, precisions);
  require_blocks_exist(registry, command.blocks);
  for (const auto& family : registry.families())
    for (const Axis& axis : family->axes()) {
      const auto named = command.axes.find(axis.name);
      if (named != command.axes.end())
        require_known("value of --" + axis.name, named->second, axis.values);
    }
  const std::vector<std::string> kernels = registry.kernel_names();
  for (const std::string& pattern : patterns)
    if (std::none_of(kernels.begin(), kernels.end(),
                     [&](const std::string& kernel) { return matches_glob(pattern, kernel); }))
      throw Error(Status::usage, no_such("kernel", pattern, kernels));
}

/// Whether the function holds for a kernel that the command chooses, in one of its APIs. True if it
/// chooses none: other checks report that.
bool any_chosen(const Registry& registry, const RunCommand& command,
                const std::function<bool(const KernelInfo&)>& is_so) {
  bool any = false;
  for (const auto& kernel : registry.kernels()) {
    const KernelInfo& info = kernel->info();
    if (!is_chosen(command, *kernel)) continue;
    if (!is_all(command.apis) && !contains(command.apis, info.api)) continue;
    if (is_so(info)) return true;
    any = true;
  }
  return !any;
}

/// Checks that a chosen kernel has each given axis. A kernel with a wrong description may have any
/// axis, and every kernel accepts "all".
void require_axes_are_used(const Registry& registry, const RunCommand& command) {
  for (const auto& [axis, values] : command.axes)
    if (!values.empty() && !is_all(values) &&
        !any_chosen(registry, command, [&, axis = axis](const KernelInfo& info) {
          return info.axes.count(axis) != 0 || !info.fault.empty();
        }))
      throw Error(Status::usage,
                  fmt::format("no selected kernel has the axis --{}; gputest describe KERNEL lists "
                              "its axes",
                              axis));
}

/// Checks that a chosen family uses each option. All families that have it check its value.
void require_options_are_used(const Registry& registry, const RunCommand& command) {
  for (const auto& [name, text] : command.problem) {
    std::vector<std::string> owners;
    for (const auto& family : registry.families())
      for (const ProblemOption& option : family->options()) {
        if (option.name != name) continue;
        option.check(text);
        owners.push_back(family->name());
      }
    if (!any_chosen(registry, command,
                    [&](const KernelInfo& info) { return contains(owners, info.family); }))
      throw Error(Status::usage, fmt::format("no selected kernel uses --{}, which belongs to {}",
                                             name, fmt::join(owners, " and ")));
    const auto uses = [&, name = name](const KernelInfo& info) {
      if (!contains(owners, info.family)) return false;
      if (!info.fault.empty()) return true;
      const auto layouts = asked_for(info.layouts, command.layouts, is_all(command.layouts));
      return std::any_of(layouts.begin(), layouts.end(), [&](const std::string& layout) {
        return registry.find_family(info.family)->uses(name, layout);
      });
    };
    if (!any_chosen(registry, command, uses))
      throw Error(Status::usage,
                  fmt::format("no selected kernel uses --{} with its layout; leave it out", name));
  }
}

std::string api_of(const Unavailable& absence) {
  return absence.id.substr(0, absence.id.find(':'));
}

Error no_such_device(const std::string& device, const std::vector<std::string>& known,
                     const std::vector<Unavailable>& unavailable) {
  // The id of an absent platform, or of a device of it.
  for (const Unavailable& absence : unavailable)
    if (device == absence.id || device.rfind(absence.id + ":", 0) == 0)
      return Error(Status::unavailable,
                   fmt::format("there is no device '{}': {}", device, absence.reason));
  return Error(Status::unavailable, no_such("device", device, known));
}

/// Why existing names select nothing.
Error nothing_selected(const Registry& registry, const RunCommand& command,
                       const std::vector<std::string>& patterns,
                       const std::vector<Unavailable>& unavailable) {
  std::vector<std::string> apis;
  for (const auto& kernel : registry.kernels())
    if (matches_any(patterns, kernel->info().name()) && !contains(apis, kernel->info().api))
      apis.push_back(kernel->info().api);
  const bool in_chosen_api =
      is_all(command.apis) || std::any_of(apis.begin(), apis.end(), [&](const std::string& api) {
        return contains(command.apis, api);
      });
  if (!in_chosen_api)
    return Error(Status::usage,
                 fmt::format("{} has no kernel {}; it is in {}", fmt::join(command.apis, ", "),
                             fmt::join(patterns, ", "), fmt::join(apis, ", ")));
  for (const Unavailable& absence : unavailable)
    if (apis == std::vector{api_of(absence)})
      return Error(Status::unavailable,
                   fmt::format("{} is not available: {}", absence.id, absence.reason));
  return Error(Status::usage,
               "no selected kernel has this layout, precision, block and axis; gputest describe "
               "KERNEL lists them");
}

}  // namespace

void require_single_device(const Selection& selection, const std::string& option) {
  std::vector<std::string> ids, list;
  for (const Case& c : selection.cases)
    if (!contains(ids, c.device.id)) {
      ids.push_back(c.device.id);
      list.push_back(fmt::format("{} ({})", c.device.id, c.device.name));
    }
  if (ids.size() > 1)
    throw Error(Status::usage,
                fmt::format("one device is needed, but {} chooses {}: {}; give an id", option,
                            ids.size(), fmt::join(list, "; ")));
}

bool is_chosen(const RunCommand& command, const Kernel& kernel) {
  return matches_any(patterns_of(command), kernel.info().name());
}

namespace {

/// The cases of one kernel on one device.
void add_cases(const Registry& registry, const Kernel& kernel, const DeviceInfo& device,
               const RunCommand& command, const std::vector<std::uint64_t>& counts, bool is_named,
               std::vector<Case>& cases) {
  const KernelInfo& info = kernel.info();
  if (!info.fault.empty()) {
    for (const std::uint64_t n : counts) cases.push_back({info.api, &kernel, device, {}, n});
    return;
  }
  for (const Wanted& wanted : configurations(registry, info, command))
    for (const std::uint64_t n : counts) {
      std::string reason;
      if (!wanted.lacks.empty())
        reason = fmt::format("{}:{} does not take {}", info.api, info.name(), wanted.lacks);
      else if (!is_named && kernel.skip_reason(device, wanted.configuration, n).empty())
        reason = kernel.slow_reason(device, wanted.configuration, n);
      cases.push_back(
          {info.api, &kernel, device, wanted.configuration, n, reason, wanted.lacks.empty()});
    }
}

/// Cases for kernels that were named in full and exist in other APIs, but not in this one.
void add_lacking(const Registry& registry, const std::string& api, const DeviceInfo& device,
                 const RunCommand& command, const std::vector<std::string>& names,
                 const std::vector<std::uint64_t>& counts, std::vector<Case>& cases) {
  for (const std::string& name : names) {
    const Kernel* elsewhere = nullptr;
    std::vector<std::string> apis;
    for (const auto& kernel : registry.kernels())
      if (kernel->info().name() == name) {
        if (kernel->info().fault.empty()) elsewhere = kernel.get();
        apis.push_back(kernel->info().api);
      }
    if (elsewhere == nullptr || contains(apis, api)) continue;
    for (const Wanted& wanted : configurations(registry, elsewhere->info(), command))
      for (const std::uint64_t n : counts)
        cases.push_back(
            {api, elsewhere, device, wanted.configuration, n,
             fmt::format("{} has no kernel {}; it is in {}", api, name, fmt::join(apis, ", ")),
             false});
  }
}

}  // namespace

Selection select(const Registry& registry, const RunCommand& named,
                 const std::vector<std::uint64_t>& counts) {
  const RunCommand command = without_aliases(registry, named);
  const std::vector<std::string> patterns = patterns_of(command);
  if (!command.is_held) {
    require_names_exist(registry, command, patterns);
    require_axes_are_used(registry, command);
    require_options_are_used(registry, command);
  }

  Selection selection;
  std::vector<std::string> device_ids;
  std::vector<ApiDevices> present;
  for (const auto& backend : registry.backends()) {
    const std::string api = backend->name();
    if (!is_all(command.apis) && !contains(command.apis, api)) continue;
    DeviceList list = backend->devices();
    if (list.devices.empty() && !is_all(command.apis))
      throw Error(
          Status::unavailable,
          fmt::format("{} is not available: {}", api,
                      list.unavailable.empty() ? "no device" : list.unavailable.front().reason));
    for (const DeviceInfo& device : list.devices) device_ids.push_back(device.id);
    selection.unavailable.insert(selection.unavailable.end(), list.unavailable.begin(),
                                 list.unavailable.end());
    present.push_back({api, std::move(list.devices)});
  }
  DeviceChoice choice(command.device);
  const std::vector<ApiDevices> chosen = choice.among(present, !is_all(command.apis));
  if (!choice.missing().empty())
    throw no_such_device(choice.missing(), device_ids, selection.unavailable);
  for (const ApiDevices& of : chosen)
    for (const DeviceInfo& device : of.devices) {
      for (const auto& kernel : registry.kernels())
        if (kernel->info().api == of.api && matches_any(patterns, kernel->info().name()))
          add_cases(registry, *kernel, device, command, counts,
                    contains(patterns, kernel->info().name()), selection.cases);
      if (!is_all(command.apis))
        add_lacking(registry, of.api, device, command, patterns, counts, selection.cases);
    }
  if (std::none_of(selection.cases.begin(), selection.cases.end(),
                   [](const Case& c) { return c.exists; }))
    throw nothing_selected(registry, command, patterns, selection.unavailable);
  if (!command.device.empty()) selection.unavailable.clear();  // those APIs were not wanted
  return selection;
}

}  // namespace gputest
