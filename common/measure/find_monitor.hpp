// The choice of a device's monitor.
#pragma once

#include "common/device/device.hpp"
#include "common/measure/device_monitor.hpp"

namespace gputest {

/// NVML for an NVIDIA GPU, by its UUID or else its PCI address; ROCm SMI for an AMD GPU, by its PCI
/// address; RAPL for the host's processor. Otherwise the reason why there is none.
MonitorSearch find_monitor(const DeviceInfo& device);

}  // namespace gputest
