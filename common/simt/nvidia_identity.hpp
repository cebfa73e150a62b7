// The identity of an NVIDIA GPU, for CUDA and for HIP over CUDA.
#pragma once

#include <cuda_runtime_api.h>

#include "common/device/device.hpp"

namespace gputest::simt {

/// Sets the UUID and the PCI address, by which NVML finds the same GPU.
inline void identify_nvidia(const cudaDeviceProp& device, DeviceInfo& info) {
  info.uuid = gpu_uuid(device.uuid.bytes);
  info.pci_address =
      pci_address(static_cast<unsigned>(device.pciDomainID), static_cast<unsigned>(device.pciBusID),
                  static_cast<unsigned>(device.pciDeviceID), 0);
}

}  // namespace gputest::simt
