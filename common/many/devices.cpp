#include "common/many/devices.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "common/core/error.hpp"
#include "common/core/json_text.hpp"
#include "common/core/parse_number.hpp"
#include "common/many/mpi_communicators.hpp"
#include "common/many/shared_kernel.hpp"
#include "common/many/shared_kernels.hpp"

namespace gputest::many {
namespace {

constexpr std::uint32_t kMostDevices = 64;

bool is_gpu(const DeviceInfo& info) {
  return !info.emulated && !info.on_host && info.runs_on.empty();
}

/// The GPUs of the API. If no API is named: those of the first API with GPUs that can send to each
/// other. If none can: those of the first API that has a GPU.
std::vector<Listed> gpus_of(const Registry& registry, const std::string& api) {
  std::vector<Listed> first;
  for (const auto& backend : registry.backends()) {
    if (!api.empty() && backend->name() != api) continue;
    std::vector<Listed> found;
    for (const DeviceInfo& info : backend->devices().devices)
      if (is_gpu(info)) found.push_back({backend.get(), info});
    if (!found.empty() && found.front().info.has_collectives) return found;
    if (first.empty()) first = std::move(found);
  }
  return first;
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
  ManyBackend(std::vector<Listed> devices, Ranks& ranks)
      : devices_(std::move(devices)), ranks_(ranks) {}

  std::string name() const override { return kApi; }
  DeviceList devices() override { return {{together(devices_)}, {}}; }
  std::unique_ptr<Device> open(const std::string&) override {
    return std::make_unique<ManyDevices>(devices_, ranks_);
  }

 private:
  std::vector<Listed> devices_;
  Ranks& ranks_;
};

/// Describes a rank's devices for the other ranks; rank 0 merges the descriptions.
std::string description_of(const std::vector<Listed>& devices) {
  nlohmann::json list = nlohmann::json::array();
  for (const Listed& one : devices)
    list.push_back({{"host", one.host},
                    {"id", one.info.id},
                    {"name", one.info.name},
                    {"vendor", one.info.vendor},
                    {"driver", one.info.driver},
                    {"emulated", one.info.emulated},
                    {"on_host", one.info.on_host},
                    {"fp64", one.info.fp64},
                    {"memory_bytes", one.info.memory_bytes},
                    {"max_array_bytes", one.info.max_array_bytes},
                    {"max_block", one.info.max_block},
                    {"compute_units", one.info.compute_units}});
  return list.dump();
}

std::vector<Listed> described_devices(int rank, const std::string& description) {
  std::vector<Listed> devices;
  for (const nlohmann::ordered_json& one : parse_json(description)) {
    Listed listed{nullptr, {}, rank, one.at("host")};
    listed.info.id = one.at("id");
    listed.info.name = one.at("name");
    listed.info.vendor = one.at("vendor");
    listed.info.driver = one.at("driver");
    listed.info.emulated = one.at("emulated");
    listed.info.on_host = one.at("on_host");
    listed.info.fp64 = one.at("fp64");
    listed.info.memory_bytes = one.at("memory_bytes");
    listed.info.max_array_bytes = one.at("max_array_bytes");
    listed.info.max_block = one.at("max_block");
    listed.info.compute_units = one.at("compute_units");
    devices.push_back(std::move(listed));
  }
  return devices;
}

/// "hip:host*2+cpu:0": each id with the number of times that it occurs in a row.
std::string list_of(const std::vector<Listed>& devices) {
  std::string list;
  for (std::size_t k = 0; k < devices.size();) {
    const std::string& id = devices[k].info.id;
    std::size_t times = 0;
    for (; k < devices.size() && devices[k].info.id == id; ++k) ++times;
    if (!list.empty()) list += '+';
    list += times == 1 ? id : fmt::format("{}*{}", id, times);
  }
  return list;
}

}  // namespace

std::vector<Listed> parse_devices(const Registry& registry, const std::string& list) {
  if (list == "all") {
    std::vector<Listed> every = gpus_of(registry, "");
    if (every.empty())
      throw Error(Status::unavailable, "--devices=all needs a GPU, and there is none");
    return every;
  }
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
      throw Error(Status::usage,
                  fmt::format("--devices takes ids like 'cuda:0,cuda:1' or 'hip:host*4', at "
                              "most {} devices, or all, not '{}'",
                              kMostDevices, list));
    const Listed one = find_device(registry, entry.substr(0, star));
    devices.insert(devices.end(), times, one);
  }
  return devices;
}

std::string device_of_rank(const Registry& registry, const std::string& api, const std::string& id,
                           int rank_on_host) {
  if (!id.empty()) return id;
  const auto number = static_cast<std::size_t>(rank_on_host);
  const std::vector<Listed> gpus = gpus_of(registry, api);
  if (number < gpus.size()) return gpus[number].info.id;
  if (!gpus.empty())
    throw Error(Status::unavailable,
                fmt::format("rank {} of its host needs its own GPU, and {} has {} there", number,
                            gpus.front().backend->name(), gpus.size()));
  for (const auto& backend : registry.backends()) {
    if (backend->name() != api) continue;
    const DeviceList list = backend->devices();
    if (!list.devices.empty()) return list.devices.front().id;
    if (!list.unavailable.empty())
      throw Error(Status::unavailable,
                  fmt::format("{} has no device: {}", api, list.unavailable.front().reason));
  }
  throw Error(Status::usage,
              "ranks share the devices of one API: name them with --api, --device or "
              "--devices");
}

DeviceInfo together(const std::vector<Listed>& devices) {
  DeviceInfo info = devices.front().info;
  info.id = fmt::format("{}:{}", kApi, list_of(devices));
  info.uuid = info.pci_address = info.runs_on = info.target = "";
  info.properties.clear();
  info.counting = Counting::none;
  info.with_its_api = false;
  std::vector<std::string> names;
  std::set<std::string> hosts;
  for (const Listed& one : devices) {
    const DeviceInfo& other = one.info;
    info.emulated = info.emulated || other.emulated;
    info.on_host = info.on_host && other.on_host;
    info.fp64 = info.fp64 && other.fp64;
    info.memory_bytes = least(info.memory_bytes, other.memory_bytes);
    info.max_array_bytes = least(info.max_array_bytes, other.max_array_bytes);
    hosts.insert(one.host);
    if (std::find(names.begin(), names.end(), other.name) == names.end())
      names.push_back(other.name);
  }
  info.max_block = 0;
  const auto number = [](std::size_t count, const char* what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
  };
  const auto ranks = static_cast<std::size_t>(devices.back().rank) + 1;
  const std::string where =
      ranks == 1 ? ""
                 : fmt::format(" of {} on {}", number(ranks, "rank"), number(hosts.size(), "host"));
  info.name =
      fmt::format("{}{}: {}", number(devices.size(), "device"), where, fmt::join(names, ", "));
  return info;
}

ManyDevices::ManyDevices(std::vector<Listed> all, Ranks& ranks)
    : Device(together(all)), listed_(std::move(all)), all_(listed_), ranks_(ranks) {
  for (const Listed& one : all_)
    if (one.backend != nullptr) devices_.push_back(one.backend->open(one.info.id));
  for (const auto& device : devices_) {
    if (device->queue() == nullptr)
      throw Error(Status::unavailable,
                  fmt::format("{} cannot share work: it keeps no data between launches",
                              device->info().id));
    constexpr std::uint64_t kPage = 4096;
    if (pinning_queue_ == nullptr && device->queue()->pinned_memory(kPage) != nullptr)
      pinning_queue_ = device->queue();
  }
}

ManyDevices::~ManyDevices() {
  if (ranks_.rank() == 0 && ranks_.size() > 1) disconnect_ranks(*this);
}

void ManyDevices::use_first(std::size_t count) {
  all_.assign(listed_.begin(), listed_.begin() + static_cast<std::ptrdiff_t>(count));
}

std::unique_ptr<ManyDevices> register_many(Registry& registry,
                                           const std::function<std::string()>& list, Ranks& ranks) {
  std::vector<Listed> own;
  std::unique_ptr<ManyDevices> open;
  const std::vector<std::string> descriptions = ranks.gather_made([&] {
    static_cast<void>(said_of_mpi());  // may throw here; connect() must not
    own = parse_devices(registry, list());
    for (Listed& one : own) one.rank = ranks.rank(), one.host = host_name();
    if (ranks.rank() != 0) open = std::make_unique<ManyDevices>(own, ranks);
    return description_of(own);
  });
  if (ranks.rank() != 0) return open;
  std::vector<Listed> all = own;
  for (std::size_t rank = 1; rank < descriptions.size(); ++rank)
    for (Listed& one : described_devices(static_cast<int>(rank), descriptions[rank]))
      all.push_back(std::move(one));
  const std::size_t many = all.size();
  registry.add(std::make_unique<ManyBackend>(std::move(all), ranks));
  for (std::unique_ptr<SharedKernel>& kernel : shared_kernels(many))
    registry.add(std::move(kernel));
  return nullptr;
}

}  // namespace gputest::many
