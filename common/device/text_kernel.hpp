// A kernel that is compiled where it runs, as CUDA's and HIP's are.
#pragma once

#include "common/device/device.hpp"
#include "common/device/launch_plan.hpp"
#include "common/texts/first_use.hpp"

namespace gputest {

/// What such a Kernel is besides.
class TextKernel {
 public:
  virtual ~TextKernel() = default;
  /// What the plan's passes need on the device.
  virtual texts::Wanted wanted(const LaunchPlan& plan, const DeviceInfo& device) const = 0;
};

}  // namespace gputest
