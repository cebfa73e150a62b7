// The device of a library.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "common/device/queue.hpp"
#include "libraries/support/settings.hpp"

namespace gputest::libraries {

/// A kernel and the configuration that it is bound in.
struct ChosenKernel {
  std::string name;
  Configuration configuration;
};

/// An open device, its queue, and the names of suitable kernels.
class Accelerator {
 public:
  /// Opens a device that the settings name. `number` counts from 0 and wraps around. GPUTEST_API
  /// and GPUTEST_DEVICE name devices; if neither is set, the devices are the GPUs or, without a
  /// GPU, the processor. Throws Error(unavailable) if there is none.
  Accelerator(const Settings& settings, unsigned number);

  const DeviceInfo& info() const { return device_->info(); }
  const std::string& api() const { return api_; }
  Queue& queue() { return *device_->queue(); }

  /// Until the lock is released, only the calling thread uses the device, through any Accelerator.
  /// On the processor nothing is locked.
  std::unique_lock<std::mutex> lock();

  /// The family's kernel for that arithmetic, in the layout soa; on the processor the variant simd.
  /// An API without a kernel in double-single computes in fp64. Throws Error(unavailable) if the
  /// device needs double precision and has none.
  ChosenKernel kernel_of(const std::string& family, Arithmetic arithmetic) const;
  /// The family's kernel of that variant and precision, in the layout soa. Throws
  /// Error(unavailable) if there is none, or if it needs double precision and the device has none.
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
