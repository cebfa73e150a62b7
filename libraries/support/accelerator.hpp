// The device that a library computes on.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "common/device/queue.hpp"
#include "libraries/support/settings.hpp"

namespace gputest::libraries {

/// A kernel, and how it is bound.
struct ChosenKernel {
  std::string name;
  Configuration configuration;
};

/// An open device, its queue, and the names of the kernels that suit it.
class Accelerator {
 public:
  /// Opens the number-th of the devices that the settings name, counted from 0 and round and round:
  /// those of GPUTEST_API and GPUTEST_DEVICE or, where neither is set, the GPUs; without a GPU the
  /// processor. Throws Error(unavailable) where there is none.
  Accelerator(const Settings& settings, unsigned number);

  const DeviceInfo& info() const { return device_->info(); }
  const std::string& api() const { return api_; }
  Queue& queue() { return *device_->queue(); }

  /// Until the lock is gone, the calling thread alone uses the device, of whatever Accelerator. On
  /// the processor threads go side by side.
  std::unique_lock<std::mutex> lock();

  /// The family's kernel for that arithmetic, gravity_simd on the processor, in the layout soa. An
  /// API without a kernel in double-single computes in fp64. Throws Error(unavailable) where the
  /// device has no double precision.
  ChosenKernel kernel_of(const std::string& family, Arithmetic arithmetic) const;
  /// The family's kernel of that variant, in the layout soa and that precision. Throws
  /// Error(unavailable) where there is none or the device has no double precision.
  ChosenKernel kernel_of(const std::string& family, const std::string& variant,
                         Precision precision) const;

 private:
  std::optional<ChosenKernel> find(const std::string& family, const std::string& variant,
                                   Precision precision) const;

  std::string api_;
  std::unique_ptr<Device> device_;
  std::mutex* mutex_;
};

}  // namespace gputest::libraries
