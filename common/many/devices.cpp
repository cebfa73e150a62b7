#include "common/many/devices.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

#include "common/core/error.hpp"
#include "common/core/parse_number.hpp"
#include "common/many/gravity.hpp"

namespace gputest::many {
namespace {

constexpr std::uint32_t kMostDevices = 64;

bool is_gpu(const DeviceInfo& info) {
  return !info.emulated && !info.on_host && info.runs_on.empty();
}

std::vector<Listed> every_gpu(const Registry& registry) {
  for (const auto& backend : registry.backends()) {
    std::vector<Listed> found;
    for (const DeviceInfo& info : backend->devices().devices)
      if (is_gpu(info)) found.push_back({backend.get(), info});
    if (!found.empty()) return found;
  }
  throw Error(Status::unavailable, "--devices=all is every GPU, and there is none");
}

Listed find_device(const Registry& registry, const std::string& id) {
  std::vector<std::string> known;
  for (const auto& backend : registry.backends()) {
    const DeviceList list = backend->devices();
    for (const DeviceInfo& info : list.devices) {
      if (info.id == id) return {backend.get(), info};
      known.push_back(info.id);
    }
    for (const Unavailable& absence : list.unavailable)
      if (id == absence.id || id.rfind(absence.id + ":", 0) == 0)
        throw Error(Status::unavailable,
                    fmt::format("there is no device '{}': {}", id, absence.reason));
  }
  throw Error(Status::unavailable, no_such("device", id, known));
}

std::uint64_t least(std::uint64_t a, std::uint64_t b) {
  return a == 0 || b == 0 ? std::max(a, b) : std::min(a, b);
}

class ManyBackend : public Backend {
 public:
  ManyBackend(std::vector<Listed> devices, const std::string& list)
      : devices_(std::move(devices)), info_(together(devices_, list)) {}

  std::string name() const override { return kApi; }
  DeviceList devices() override { return {{info_}, {}}; }
  std::unique_ptr<Device> open(const std::string&) override {
    std::vector<std::unique_ptr<Device>> open;
    for (const Listed& one : devices_) open.push_back(one.backend->open(one.info.id));
    for (const auto& device : open)
      if (device->queue() == nullptr)
        throw Error(Status::unavailable,
                    fmt::format("{} cannot share work: it keeps no data between "
                                "launches",
                                device->info().id));
    return std::make_unique<ManyDevices>(info_, std::move(open));
  }

 private:
  std::vector<Listed> devices_;
  DeviceInfo info_;
};

}  // namespace

std::vector<Listed> parse_devices(const Registry& registry, const std::string& list) {
  if (list == "all") return every_gpu(registry);
  std::vector<Listed> devices;
  std::istringstream entries(list + ",");
  for (std::string entry; std::getline(entries, entry, ',');) {
    const std::size_t star = entry.find('*');
    std::uint32_t times = 1;
    if (star != std::string::npos) {
      const auto given = parse_number<std::uint32_t>(entry.substr(star + 1));
      times = given ? *given : 0;
    }
    if (entry.empty() || star == 0 || times == 0 || times > kMostDevices ||
        devices.size() + times > kMostDevices)
      throw Error(
          Status::usage,
          fmt::format("--devices takes ids as in 'cuda:0,cuda:1' or 'hip:host*4', {} devices "
                      "at most, or all, not '{}'",
                      kMostDevices, list));
    const Listed one = find_device(registry, entry.substr(0, star));
    devices.insert(devices.end(), times, one);
  }
  return devices;
}

DeviceInfo together(const std::vector<Listed>& devices, const std::string& list) {
  DeviceInfo info = devices.front().info;
  info.id = fmt::format("{}:{}", kApi, list);
  std::replace(info.id.begin(), info.id.end(), ',', '+');  // a field of a table of commas
  info.uuid = info.pci_address = info.runs_on = info.target = "";
  info.properties.clear();
  info.counts_launches = info.with_its_api = false;
  std::vector<std::string> names;
  for (const Listed& one : devices) {
    const DeviceInfo& other = one.info;
    info.emulated = info.emulated || other.emulated;
    info.on_host = info.on_host && other.on_host;
    info.fp64 = info.fp64 && other.fp64;
    info.memory_bytes = least(info.memory_bytes, other.memory_bytes);
    info.max_array_bytes = least(info.max_array_bytes, other.max_array_bytes);
    if (std::find(names.begin(), names.end(), other.name) == names.end())
      names.push_back(other.name);
  }
  info.max_block = 0;
  info.name = fmt::format("{} devices: {}; copies through the host", devices.size(),
                          fmt::join(names, ", "));
  return info;
}

void register_many(Registry& registry, const std::string& list) {
  std::vector<Listed> devices = parse_devices(registry, list);
  const std::size_t many = devices.size();
  registry.add(std::make_unique<ManyBackend>(std::move(devices), list));
  registry.add(std::make_unique<SharedGravity>(many));
}

}  // namespace gputest::many
