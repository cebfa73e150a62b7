// The devices that --device chooses.
#pragma once

#include <string>
#include <vector>

#include "common/device/device.hpp"

namespace gputest {

/// The devices of a chosen API, in its order.
struct ApiDevices {
  std::string api;
  std::vector<DeviceInfo> devices;
};

/// Whether two ids belong to one physical device, which several APIs may have. Devices with UUIDs
/// or PCI addresses are compared by these. Others are the same in three cases: one runs on the
/// other; both are the host's processor; two APIs give one name or a part of it.
bool is_same_device(const DeviceInfo& a, const DeviceInfo& b);

/// The entries of --device, separated by commas. Each is one of these, in this order:
///
/// - all
/// - an id, "cuda:0"
/// - a number: the place in the list of each API, from 0
/// - a UUID, or its beginning from "GPU-"; a PCI address, "0000:c1:00.0" or "c1:00.0"
/// - a pattern with * or ?: every device with such an id, name, vendor, driver or platform
/// - a part of a name, vendor, driver or platform, in small letters or capitals
///
/// An entry chooses one physical device, except "all" and a pattern.
class DeviceChoice {
 public:
  explicit DeviceChoice(const std::string& list);

  /// The chosen devices of each API, in their order. Without entries: the first of each API; if
  /// APIs are named, also those with DeviceInfo::with_its_api. Throws Error(usage), with a list, if
  /// an entry fits different devices. Throws Error(unavailable) for a number that no API has.
  std::vector<ApiDevices> among(const std::vector<ApiDevices>& apis, bool apis_are_named);

  /// The first entry that chose no device; empty if all did.
  const std::string& missing() const { return missing_; }

 private:
  std::vector<std::string> entries_;
  std::string missing_;
};

}  // namespace gputest
