#include "common/measure/find_monitor.hpp"

#include <fmt/format.h>

namespace gputest {

MonitorSearch find_monitor(const DeviceInfo& device) {
  const auto made_by = [&](const char* vendor) {
    return device.vendor.find(vendor) != std::string::npos;
  };
  if (device.emulated) return {nullptr, "an emulated device has no clocks"};
  if (!device.uuid.empty()) return nvml_monitor(device.uuid);
  if (device.on_host) return rapl_monitor();
  if (!device.pci_address.empty() && made_by("NVIDIA")) return nvml_monitor(device.pci_address);
  if (!device.pci_address.empty() && (made_by("AMD") || made_by("Advanced Micro Devices")))
    return rocm_smi_monitor(device.pci_address);
  if (device.pci_address.empty())
    return {nullptr, fmt::format("{} does not report its PCI address", device.id)};
  return {nullptr, fmt::format("no monitor is known for devices of {}", device.vendor)};
}

}  // namespace gputest
