// Kernels that a device's compiler is known to miscompile.
#pragma once

#include <string>

#include "common/device/device.hpp"
#include "common/device/kernel.hpp"

namespace gputest {

/// A second interface of a Kernel that tests a device before it is prepared there.
class Distrustful {
 public:
  virtual ~Distrustful() = default;
  /// Why the open device, of the kernel's API, must not run the kernel: a sentence without a full
  /// stop; empty if it may. The row of such a case is skipped.
  virtual std::string distrust(Device& device) const = 0;
};

/// Also empty for a kernel without such a test.
inline std::string distrust(const Kernel& kernel, Device& device) {
  const auto* distrustful = dynamic_cast<const Distrustful*>(&kernel);
  return distrustful == nullptr ? "" : distrustful->distrust(device);
}

}  // namespace gputest
