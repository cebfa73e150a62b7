#include "app/selection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <limits>
#include <sstream>

#include "common/core/error.hpp"
#include "common/layout/layout.hpp"

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

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

/// What of `own` the user asked for: all, those named, or the first where nothing was named.
template <class T>
std::vector<T> asked_for(const std::vector<T>& own, const std::vector<std::string>& names,
                         const std::function<std::string(const T&)>& name_of) {
  if (names.empty()) return {own.front()};
  if (is_all(names)) return own;
  std::vector<T> chosen;
  for (const T& value : own)
    if (contains(names, name_of(value))) chosen.push_back(value);
  return chosen;
}

std::vector<Configuration> configurations(const KernelInfo& kernel, const RunCommand& command) {
  const auto layouts = asked_for<std::string>(kernel.layouts, command.layouts,
                                              [](const std::string& layout) { return layout; });
  const auto precisions =
      asked_for<Precision>(kernel.precisions, command.precisions,
                           [](const Precision& precision) { return std::string(name(precision)); });
  std::vector<std::uint32_t> blocks{0};
  if (!kernel.blocks.empty())
    blocks =
        asked_for<std::uint32_t>(kernel.blocks, command.blocks,
                                 [](const std::uint32_t& block) { return std::to_string(block); });
  std::vector<Configuration> result;
  for (const std::string& layout : layouts)
    for (const Precision precision : precisions)
      for (const std::uint32_t block : blocks) result.push_back({layout, precision, block});
  for (const auto& [axis, own] : kernel.axes) {
    const auto named = command.axes.find(axis);
    const auto values = asked_for<std::string>(
        own, named == command.axes.end() ? std::vector<std::string>{} : named->second,
        [](const std::string& value) { return value; });
    std::vector<Configuration> longer;
    for (const Configuration& configuration : result)
      for (const std::string& value : values) {
        longer.push_back(configuration);
        longer.back().axes[axis] = value;
      }
    result = std::move(longer);
  }
  return result;
}

/// The devices of one API that the user means.
std::vector<DeviceInfo> matching_devices(const std::vector<DeviceInfo>& devices,
                                         const std::string& wanted, bool api_is_named) {
  if (wanted == "all") return devices;
  std::vector<DeviceInfo> matching;
  if (wanted.empty()) {
    for (const DeviceInfo& device : devices)
      if (&device == &devices.front() || (api_is_named && device.with_its_api))
        matching.push_back(device);
    return matching;
  }
  for (const DeviceInfo& device : devices)
    if (device.id == wanted) return {device};
  for (const DeviceInfo& device : devices)
    if (lower(device.name).find(lower(wanted)) != std::string::npos) matching.push_back(device);
  return matching;
}

bool matches_any(const std::vector<std::string>& patterns, const std::string& name) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const std::string& pattern) { return matches_glob(pattern, name); });
}

void require_blocks_exist(const Registry& registry, const std::vector<std::string>& blocks) {
  std::vector<std::string> known;
  for (const auto& kernel : registry.kernels())
    for (const std::uint32_t block : kernel->info().blocks)
      if (!contains(known, std::to_string(block))) known.push_back(std::to_string(block));
  require_known("block size", blocks, known);
}

void require_names_exist(const Registry& registry, const RunCommand& command,
                         const std::vector<std::string>& patterns) {
  require_known("API", command.apis, registry.api_names());
  std::vector<std::string> layouts;
  for (const Layout* layout : all_layouts()) layouts.emplace_back(layout->name);
  require_known("layout", command.layouts, layouts);
  std::vector<std::string> precisions;
  for (const Precision precision : all_precisions()) precisions.emplace_back(name(precision));
  require_known("precision", command.precisions, precisions);
  require_blocks_exist(registry, command.blocks);
  for (const auto& algorithm : registry.families())
    for (const Axis& axis : algorithm->axes()) {
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

std::string api_of(const Unavailable& absence) {
  return absence.id.substr(0, absence.id.find(':'));
}

Error no_such_device(const std::string& device, const std::vector<std::string>& known,
                     const std::vector<Unavailable>& unavailable) {
  // An id that begins as an absent platform's does: its own, or another device of it.
  for (const Unavailable& absence : unavailable)
    if (device == absence.id || device.rfind(absence.id + ":", 0) == 0)
      return Error(Status::unavailable,
                   fmt::format("there is no device '{}': {}", device, absence.reason));
  return Error(Status::unavailable, no_such("device", device, known));
}

/// Why names that all exist still select nothing.
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
                   fmt::format("{} is not there: {}", absence.id, absence.reason));
  return Error(
      Status::usage,
      "no kernel chosen takes that layout, precision, block and axis; see gputest describe");
}

std::uint64_t parse_count(std::string_view text, const std::string& whole) {
  std::uint64_t value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code == std::errc::result_out_of_range)
    throw Error(Status::bad_input, fmt::format("-n {} does not fit 64 bits", whole));
  if (code != std::errc() || end != text.data() + text.size())
    throw Error(Status::bad_input,
                fmt::format("-n takes a whole number above 0, a list N,N,… or a range A..B*2, "
                            "not '{}'",
                            whole));
  if (value == 0)
    throw Error(Status::bad_input, fmt::format("-n must be above 0, unlike '{}'", whole));
  return value;
}

}  // namespace

std::vector<std::uint64_t> parse_counts(const std::string& text) {
  std::vector<std::uint64_t> counts;
  const auto dots = text.find("..");
  if (dots != std::string::npos) {
    const auto star = text.find('*', dots);
    const std::uint64_t first = parse_count(std::string_view(text).substr(0, dots), text);
    const std::uint64_t last = parse_count(
        std::string_view(text).substr(dots + 2, star == text.npos ? star : star - dots - 2), text);
    const std::uint64_t factor =
        star == text.npos ? 2 : parse_count(std::string_view(text).substr(star + 1), text);
    if (first > last || factor < 2)
      throw Error(Status::bad_input,
                  fmt::format("-n {}: a range A..B*F needs A <= B and F >= 2", text));
    for (std::uint64_t n = first; n <= last; n *= factor) {
      counts.push_back(n);
      if (n > std::numeric_limits<std::uint64_t>::max() / factor) break;
    }
    return counts;
  }
  std::string::size_type start = 0;
  while (true) {
    const auto comma = text.find(',', start);
    counts.push_back(parse_count(
        std::string_view(text).substr(start, comma == text.npos ? comma : comma - start), text));
    if (comma == text.npos) return counts;
    start = comma + 1;
  }
}

Selection select(const Registry& registry, const RunCommand& command,
                 const std::vector<std::uint64_t>& counts) {
  const std::vector<std::string> patterns =
      command.kernels.empty() ? std::vector<std::string>{"gravity_*"} : command.kernels;
  require_names_exist(registry, command, patterns);

  Selection selection;
  std::vector<std::string> device_ids;
  bool device_found = false;
  for (const auto& backend : registry.backends()) {
    const std::string api = backend->name();
    if (!is_all(command.apis) && !contains(command.apis, api)) continue;
    const DeviceList list = backend->devices();
    if (list.devices.empty() && !is_all(command.apis))
      throw Error(
          Status::unavailable,
          fmt::format("{} is not there: {}", api,
                      list.unavailable.empty() ? "no device" : list.unavailable.front().reason));
    for (const DeviceInfo& device : list.devices) device_ids.push_back(device.id);
    selection.unavailable.insert(selection.unavailable.end(), list.unavailable.begin(),
                                 list.unavailable.end());
    for (const DeviceInfo& device :
         matching_devices(list.devices, command.device, !is_all(command.apis))) {
      device_found = true;
      for (const auto& kernel : registry.kernels()) {
        if (kernel->info().api != api || !matches_any(patterns, kernel->info().name())) continue;
        for (const Configuration& configuration : configurations(kernel->info(), command))
          for (const std::uint64_t n : counts)
            selection.cases.push_back({kernel.get(), device, configuration, n,
                                       contains(patterns, kernel->info().name())
                                           ? ""
                                           : kernel->skip_reason(device, configuration, n)});
      }
    }
  }
  if (!device_found && !command.device.empty())
    throw no_such_device(command.device, device_ids, selection.unavailable);
  if (selection.cases.empty())
    throw nothing_selected(registry, command, patterns, selection.unavailable);
  if (!command.device.empty()) selection.unavailable.clear();  // those APIs were not asked for
  return selection;
}

}  // namespace gputest
