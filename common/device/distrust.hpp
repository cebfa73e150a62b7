// A kernel that some device's compiler is known to get wrong.
#pragma once

#include <string>

#include "common/device/device.hpp"
#include "common/device/kernel.hpp"

namespace gputest {

/// What a Kernel is besides where it tries a device before it is prepared there.
class Distrustful {
 public:
  virtual ~Distrustful() = default;
  /// Why the open device, of the kernel's own API, cannot be trusted with it: a sentence without a
  /// full stop; empty where it can. Such a case is a skipped row.
  virtual std::string distrust(Device& device) const = 0;
};

/// Empty also for a kernel that tries nothing.
inline std::string distrust(const Kernel& kernel, Device& device) {
  const auto* distrustful = dynamic_cast<const Distrustful*>(&kernel);
  return distrustful == nullptr ? "" : distrustful->distrust(device);
}

}  // namespace gputest
