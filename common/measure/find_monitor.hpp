// Which management interface watches a device.
#pragma once

#include "common/device/device.hpp"
#include "common/measure/device_monitor.hpp"

namespace gputest {

/// NVML for an NVIDIA GPU, by its UUID or else its PCI address; ROCm SMI for AMD's, by its PCI
/// address; RAPL for a device that is the host's processor. Where none does, the reason.
MonitorSearch find_monitor(const DeviceInfo& device);

}  // namespace gputest
