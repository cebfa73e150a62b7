#include "app/run/device_choice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <sstream>
#include <string_view>

#include "common/core/error.hpp"
#include "common/core/names.hpp"
#include "common/core/parse_number.hpp"

namespace gputest {
namespace {

bool has_part(const std::string& text, const std::string& part) {
  return in_small_letters(text).find(in_small_letters(part)) != std::string::npos;
}

std::string before_digits(const std::string& text) {
  std::string before = text.substr(0, text.find_first_of("0123456789"));
  before.erase(before.find_last_not_of(' ') + 1);
  return before;
}

std::string api_of_device(const DeviceInfo& device) {
  return device.id.substr(0, device.id.find(':'));
}

/// The platform's name in its version: "PoCL" in "OpenCL 3.0 PoCL 3.1+debian Linux".
std::string platform_name(const DeviceInfo& device) {
  for (const auto& [key, value] : device.properties) {
    std::istringstream words(value);
    std::string standard, version, rest;
    if (key == "platform" && words >> standard >> version && std::getline(words >> std::ws, rest))
      return before_digits(rest);
  }
  constexpr const char* kPocl = "Portable Computing Language";
  return has_part(device.driver, kPocl) ? "PoCL" : "";
}

/// The texts that an entry may name, without versions.
std::vector<std::string> words_for(const DeviceInfo& device) {
  std::vector<std::string> names{device.name, device.vendor, before_digits(device.driver),
                                 platform_name(device)};
  std::erase(names, "");
  return names;
}

bool is_device_pattern(const std::string& entry) { return entry.find_first_of("*?") != entry.npos; }

bool is_device_number(const std::string& entry) {
  return !entry.empty() && entry.find_first_not_of("0123456789") == entry.npos;
}

/// A PCI address without zeros before the domain, as tools write it with four digits, eight or
/// none.
std::string without_domain_zeros(const std::string& address) {
  std::string text = in_small_letters(address);
  if (std::count(text.begin(), text.end(), ':') < 2) return text;
  text.erase(0, std::min(text.find_first_not_of('0'), text.find(':')));
  return text.starts_with(':') ? text.substr(1) : text;
}

bool has_address(const DeviceInfo& device, const std::string& entry) {
  constexpr std::string_view kUuid = "gpu-";
  const std::string uuid = in_small_letters(device.uuid), wanted = in_small_letters(entry);
  if (!uuid.empty() && wanted.size() > kUuid.size() && wanted.starts_with(kUuid))
    return uuid.starts_with(wanted);
  return !device.pci_address.empty() &&
         without_domain_zeros(device.pci_address) == without_domain_zeros(entry);
}

bool fits_pattern(const DeviceInfo& device, const std::string& pattern) {
  std::vector<std::string> texts = words_for(device);
  texts.push_back(device.id);
  return std::any_of(texts.begin(), texts.end(), [&](const std::string& text) {
    return matches_glob(in_small_letters(pattern), in_small_letters(text));
  });
}

bool is_called(const DeviceInfo& device, const std::string& part) {
  const std::vector<std::string> names = words_for(device);
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string& name) { return has_part(name, part); });
}

using FoundDevices = std::vector<const DeviceInfo*>;

FoundDevices devices_that(const std::vector<ApiDevices>& apis,
                          const std::function<bool(const DeviceInfo&)>& fits) {
  FoundDevices found;
  for (const ApiDevices& of : apis)
    for (const DeviceInfo& device : of.devices)
      if (fits(device)) found.push_back(&device);
  return found;
}

/// The device of that number in each API that has so many. Throws Error(unavailable) if none has.
FoundDevices at_number(const std::vector<ApiDevices>& apis, const std::string& entry) {
  FoundDevices found;
  std::vector<std::string> counts;
  const auto number = parse_number<std::uint64_t>(entry);
  for (const ApiDevices& of : apis) {
    counts.push_back(fmt::format("{} has {}", of.api, of.devices.size()));
    if (number && *number < of.devices.size()) found.push_back(&of.devices[*number]);
  }
  if (found.empty())
    throw Error(Status::unavailable,
                fmt::format("there is no device number {}, counted from 0: {}; a part of a name "
                            "needs a letter",
                            entry, fmt::join(counts, ", ")));
  return found;
}

/// Throws Error(usage) unless all are the same physical device.
void require_one_device(const std::string& entry, const FoundDevices& devices) {
  const auto differs = [&](const DeviceInfo* a) {
    return std::any_of(devices.begin(), devices.end(),
                       [&](const DeviceInfo* b) { return !is_same_device(*a, *b); });
  };
  if (std::none_of(devices.begin(), devices.end(), differs)) return;
  std::vector<std::string> list;
  for (const DeviceInfo* device : devices)
    list.push_back(fmt::format("{} ({})", device->id, device->name));
  throw Error(Status::usage, fmt::format("--device={} fits {} devices: {}; {}", entry,
                                         devices.size(), fmt::join(list, "; "),
                                         is_device_number(entry)
                                             ? "choose the API with --api, or give an id"
                                             : "give an id, or a pattern with * for all of them"));
}

/// The devices with that UUID or PCI address, in every API that has them: OpenCL gives no UUIDs.
FoundDevices at_address(const std::vector<ApiDevices>& apis, const std::string& entry) {
  const FoundDevices named =
      devices_that(apis, [&](const DeviceInfo& device) { return has_address(device, entry); });
  return devices_that(apis, [&](const DeviceInfo& device) {
    return std::any_of(named.begin(), named.end(), [&](const DeviceInfo* one) {
      return one == &device || (!device.pci_address.empty() && is_same_device(*one, device) &&
                                one->pci_address == device.pci_address);
    });
  });
}

FoundDevices chosen_by(const std::string& entry, const std::vector<ApiDevices>& apis) {
  if (entry == "all") return devices_that(apis, [](const DeviceInfo&) { return true; });
  FoundDevices found =
      devices_that(apis, [&](const DeviceInfo& device) { return device.id == entry; });
  if (!found.empty()) return found;
  if (is_device_number(entry))
    found = at_number(apis, entry);
  else
    found = at_address(apis, entry);
  if (found.empty() && is_device_pattern(entry))
    return devices_that(apis,
                        [&](const DeviceInfo& device) { return fits_pattern(device, entry); });
  if (found.empty())
    found = devices_that(apis, [&](const DeviceInfo& device) { return is_called(device, entry); });
  require_one_device(entry, found);
  return found;
}

}  // namespace

bool is_same_device(const DeviceInfo& a, const DeviceInfo& b) {
  if (a.id == b.id) return true;
  if (!a.uuid.empty() && !b.uuid.empty()) return a.uuid == b.uuid;
  if (!a.pci_address.empty() && !b.pci_address.empty()) return a.pci_address == b.pci_address;
  const bool one_runs_on_other =
      a.runs_on == b.id || b.runs_on == a.id || (!a.runs_on.empty() && a.runs_on == b.runs_on);
  if (one_runs_on_other || (a.on_host && b.on_host)) return true;
  return api_of_device(a) != api_of_device(b) && !a.name.empty() && !b.name.empty() &&
         (has_part(a.name, b.name) || has_part(b.name, a.name));
}

DeviceChoice::DeviceChoice(const std::string& list) {
  std::istringstream parts(list);
  for (std::string part; std::getline(parts, part, ',');) {
    const auto begin = part.find_first_not_of(' ');
    if (begin != part.npos)
      entries_.push_back(part.substr(begin, part.find_last_not_of(' ') + 1 - begin));
  }
  if (entries_.empty() && !list.empty()) entries_.push_back(list);
}

std::vector<ApiDevices> DeviceChoice::among(const std::vector<ApiDevices>& apis,
                                            bool apis_are_named) {
  std::set<const DeviceInfo*> chosen;
  for (const std::string& entry : entries_) {
    const FoundDevices found = chosen_by(entry, apis);
    if (found.empty() && missing_.empty()) missing_ = entry;
    chosen.insert(found.begin(), found.end());
  }
  std::vector<ApiDevices> result;
  for (const ApiDevices& of : apis) {
    result.push_back({of.api, {}});
    for (const DeviceInfo& device : of.devices) {
      const bool is_default = entries_.empty() && (&device == &of.devices.front() ||
                                                   (apis_are_named && device.with_its_api));
      if (is_default || chosen.count(&device) > 0) result.back().devices.push_back(device);
    }
  }
  return result;
}

}  // namespace gputest
