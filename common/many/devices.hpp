// Several devices of any APIs as one, whose id begins with "many".
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "common/device/device.hpp"
#include "common/run/registry.hpp"

namespace gputest::many {

/// The name of the API that a list of devices is.
inline constexpr const char* kApi = "many";

/// A device of a list, and the API that opens it.
struct Listed {
  Backend* backend;
  DeviceInfo info;
};

/// The devices of a list "hip:host*4" or "cuda:0,cuda:1": ids, each with the number of times that
/// it is taken; "all" is every GPU of the first API that has one. Opens none. Throws Error(usage)
/// for what is no such list and Error(unavailable) for a device that is not there.
std::vector<Listed> parse_devices(const Registry& registry, const std::string& list);

/// What devices are together: "many:hip:host*4+cpu:0". Memory and limits are those of the least.
DeviceInfo together(const std::vector<Listed>& devices, const std::string& list);

/// Several open devices.
class ManyDevices : public Device {
 public:
  ManyDevices(DeviceInfo info, std::vector<std::unique_ptr<Device>> devices)
      : Device(std::move(info)), devices_(std::move(devices)) {}
  const std::vector<std::unique_ptr<Device>>& devices() const { return devices_; }

 private:
  std::vector<std::unique_ptr<Device>> devices_;
};

/// Adds the API "many", whose one device is the list, and the kernels that devices can share.
/// Throws as parse_devices() does.
void register_many(Registry& registry, const std::string& list);

}  // namespace gputest::many
