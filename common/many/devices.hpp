// Several devices of any APIs as one, whose id begins with "many".
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "common/device/device.hpp"
#include "common/many/ranks.hpp"
#include "common/run/registry.hpp"

namespace gputest::many {

/// The name of the API that a list of devices is.
inline constexpr const char* kApi = "many";

/// A device of a list, and the API that opens it.
struct Listed {
  Backend* backend;  ///< null of another rank's
  DeviceInfo info;
  int rank = 0;
  std::string host = {};  ///< the name of its host, where there are several ranks
};

/// The devices of a list "hip:host*4" or "cuda:0,cuda:1": ids, each with the number of times that
/// it is taken; "all" is every GPU of the first API whose GPUs can send to each other or, without
/// one, of the first that has a GPU. Opens none. Throws Error(usage)
/// for what is no such list and Error(unavailable) for a device that is not there.
std::vector<Listed> parse_devices(const Registry& registry, const std::string& list);

/// The list of a rank's own, where `--devices` gives none: the device `id`, where that is given, or
/// of the API the GPU of the rank's number on its host; of an API without a GPU its first device.
/// Without an API, of that which "all" takes. Throws Error(usage) where there is none, and
/// Error(unavailable) where a host has fewer GPUs than ranks.
std::string device_of_rank(const Registry& registry, const std::string& api, const std::string& id,
                           int rank_on_host);

/// What devices are together: "many:hip:host*4+cpu:0". Memory and limits are those of the least.
DeviceInfo together(const std::vector<Listed>& devices);

class Communicators;

/// This rank's devices, open, and what those of all ranks are, in the order of ranks.
class ManyDevices : public Device {
 public:
  /// Opens this rank's of `all`. Throws Error(unavailable) for one that cannot share.
  ManyDevices(std::vector<Listed> all, Ranks& ranks);
  /// Rank 0's has the others disconnect too.
  ~ManyDevices() override;
  ManyDevices(const ManyDevices&) = delete;
  ManyDevices& operator=(const ManyDevices&) = delete;
  const std::vector<std::unique_ptr<Device>>& devices() const { return devices_; }
  /// The queue of the first of them whose API pins memory; null where none does.
  Queue* pinning_queue() const { return pinning_queue_; }
  /// All ranks' that are in use. Of rank 0 alone: others know their own.
  const std::vector<Listed>& all() const { return all_; }
  /// What is prepared from now on is shared by so many of them, the first, alone.
  void use_first(std::size_t count);
  Ranks& ranks() const { return ranks_; }
  /// A number for a work that ranks share, of rank 0.
  std::uint32_t next_work() { return works_++; }
  /// What connect() has connected; null before, and where nothing does.
  std::shared_ptr<Communicators>& communicators() const { return communicators_; }

 private:
  std::vector<Listed> listed_, all_;
  Ranks& ranks_;
  std::uint32_t works_ = 0;
  std::vector<std::unique_ptr<Device>> devices_;
  Queue* pinning_queue_ = nullptr;
  mutable std::shared_ptr<Communicators> communicators_;  // ends before the devices
};

/// Adds the API "many", whose one device is the lists of all ranks, and the kernels that devices
/// can share. Every rank calls it with what makes its own list, and rank 0 throws what a rank could
/// not do, as parse_devices() says. Returns the open devices of ranks but 0, none where one fails.
/// `ranks` must outlive the registry's use.
std::unique_ptr<ManyDevices> register_many(Registry& registry,
                                           const std::function<std::string()>& list, Ranks& ranks);

}  // namespace gputest::many
