// A kernel that is compiled at run time, as in CUDA and HIP.
#pragma once

#include "common/device/device.hpp"
#include "common/device/launch_plan.hpp"
#include "common/texts/first_use.hpp"

namespace gputest {

/// A second interface of such a Kernel.
class TextKernel {
 public:
  virtual ~TextKernel() = default;
  /// The instances and the target that the plan's passes need on the device.
  virtual texts::Wanted wanted(const LaunchPlan& plan, const DeviceInfo& device) const = 0;
};

}  // namespace gputest
