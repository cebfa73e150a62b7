// Several devices of any APIs as one device; its id begins with "many".
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "common/device/device.hpp"
#include "common/many/ranks.hpp"
#include "common/run/registry.hpp"

namespace gputest::many {

/// The name of the API of a list of devices.
inline constexpr const char* kApi = "many";

/// A device of a list, and the API that opens it.
struct Listed {
  Backend* backend;  ///< null for another rank's device
  DeviceInfo info;
  int rank = 0;
  std::string host = {};  ///< the name of its host, if there are several ranks
};

/// The devices of a list like "hip:host*4" or "cuda:0,cuda:1": ids, each with the number of times
/// that it is used. "all" means every GPU of the first API with GPUs that can send to each other.
/// If none can, it means those of the first API that has a GPU. Opens no device. Throws
/// Error(usage) if the list is malformed and Error(unavailable) if a device is not there.
std::vector<Listed> parse_devices(const Registry& registry, const std::string& list);

/// A rank's list if `--devices` gives none: the device `id`, if one is given. Otherwise the rank
/// takes the API's GPU with its number on the host, or the API's first device if the API has no
/// GPU. If `api` is empty, it is the API that "all" selects. Throws Error(usage) if there is no
/// such API, and Error(unavailable) if a host has fewer GPUs than ranks.
std::string device_of_rank(const Registry& registry, const std::string& api, const std::string& id,
                           int rank_on_host);

/// The description of the combined device: "many:hip:host*4+cpu:0". Memory and limits are the
/// smallest of any device.
DeviceInfo together(const std::vector<Listed>& devices);

class Communicators;

/// This rank's open devices, and the descriptions of all ranks' devices, in rank order.
class ManyDevices : public Device {
 public:
  /// Opens this rank's devices of `all`. Throws Error(unavailable) if one cannot share work.
  ManyDevices(std::vector<Listed> all, Ranks& ranks);
  /// On rank 0, also makes the other ranks disconnect.
  ~ManyDevices() override;
  ManyDevices(const ManyDevices&) = delete;
  ManyDevices& operator=(const ManyDevices&) = delete;
  const std::vector<std::unique_ptr<Device>>& devices() const { return devices_; }
  /// The queue of the first device with an API that pins memory; null if none does.
  Queue* pinning_queue() const { return pinning_queue_; }
  /// The devices of all ranks that are in use. Only for rank 0: other ranks know only their own.
  const std::vector<Listed>& all() const { return all_; }
  /// Kernels prepared from now on use only the first `count` devices.
  void use_first(std::size_t count);
  Ranks& ranks() const { return ranks_; }
  /// A new number for work that the ranks share. Only for rank 0.
  std::uint32_t next_work() { return works_++; }
  /// The connection that connect() has made; null before, and if there is none.
  std::shared_ptr<Communicators>& communicators() const { return communicators_; }

 private:
  std::vector<Listed> listed_, all_;
  Ranks& ranks_;
  std::uint32_t works_ = 0;
  std::vector<std::unique_ptr<Device>> devices_;
  Queue* pinning_queue_ = nullptr;
  mutable std::shared_ptr<Communicators> communicators_;  // destroyed before the devices
};

/// Adds the API "many" to the registry: its one device combines the lists of all ranks, and its
/// kernels are those that devices can share. Every rank calls it with a function that makes its own
/// list; rank 0 throws a rank's error, as in parse_devices(). Returns the open devices on every
/// rank except 0, or nothing if a rank fails. `ranks` must outlive the registry's use.
std::unique_ptr<ManyDevices> register_many(Registry& registry,
                                           const std::function<std::string()>& list, Ranks& ranks);

}  // namespace gputest::many
