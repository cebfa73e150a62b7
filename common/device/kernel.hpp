// A kernel: one variant of a family in one API, and its execution on a device.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/core/arguments.hpp"
#include "common/core/precision.hpp"
#include "common/device/device.hpp"
#include "common/device/launch_plan.hpp"

namespace gputest {

/// What a kernel is. The same family and variant mean the same thing in every API; layout,
/// precision, block and n are axes and never part of the name.
struct KernelInfo {
  std::string api;                   ///< "opencl"
  std::string family;                ///< "gravity"
  std::string variant;               ///< "tiled"
  std::vector<std::string> layouts;  ///< the kernel's own first
  std::vector<Precision> precisions;
  std::vector<std::uint32_t> blocks;  ///< threads a block, the default first; empty: no such axis
  std::string summary;                ///< one line
  std::string source;                 ///< where the algorithm is from: paper, figure, line
  /// Precision of a single interaction where it is less than that of the data, as in a kernel that
  /// holds coordinates as pairs of floats. It is what the result is judged by.
  std::optional<Precision> arithmetic = std::nullopt;
  /// Axes that the family adds (Family::axes), with the values that this kernel takes, the
  /// default first.
  std::map<std::string, std::vector<std::string>> axes = {};

  std::string name() const { return family + "_" + variant; }
};

/// One point of a kernel's axes.
struct Configuration {
  std::string layout;
  Precision precision = Precision::fp32;
  std::uint32_t block = 0;                       ///< 0 where the kernel has no block axis
  std::map<std::string, std::string> axes = {};  ///< the family's own, by name

  /// The value on an axis of the family; empty where the kernel has no such axis.
  std::string on_axis(const std::string& axis) const {
    const auto found = axes.find(axis);
    return found == axes.end() ? "" : found->second;
  }
};

/// A kernel bound to memory on a device: made for one configuration and one set of arguments.
/// Every call throws Error on failure and leaves the device fit for the next execution.
class Execution {
 public:
  virtual ~Execution() = default;
  /// Copies the inputs to the device and fills every output with bytes of 0xFF (NaN), so that what
  /// a kernel fails to write is seen.
  virtual void upload(const std::vector<HostArray>& inputs) = 0;
  /// Enqueues the whole computation once. Launches may follow each other without synchronize().
  virtual void launch() = 0;
  virtual void synchronize() = 0;
  virtual std::vector<HostArray> download() = 0;
  /// What a launch enqueues: fixed when the execution was made.
  virtual LaunchPlan plan() const { return {}; }
  /// Seconds that the last launch took by the device's own events; none where it has no events.
  virtual std::optional<double> event_seconds() { return std::nullopt; }
};

class Kernel {
 public:
  explicit Kernel(KernelInfo info) : info_(std::move(info)) {}
  virtual ~Kernel() = default;
  Kernel(const Kernel&) = delete;
  Kernel& operator=(const Kernel&) = delete;

  const KernelInfo& info() const { return info_; }

  /// Adds an axis that every kernel of the algorithm has. For the registry.
  void add_axis(const std::string& axis, const std::vector<std::string>& values) {
    info_.axes[axis] = values;
  }

  /// Builds the kernel for the configuration and allocates its arguments on the device, which is
  /// one of the kernel's own API. check_limits() has passed.
  virtual std::unique_ptr<Execution> prepare(Device& device, const Configuration& configuration,
                                             const KernelSignature& arguments) const = 0;

  /// Why a run that chose this kernel by a pattern leaves it out at that size, a sentence without a
  /// full stop; empty where it does not. Named in full, a kernel runs or says what refuses it.
  virtual std::string skip_reason(const DeviceInfo&, const Configuration&, std::uint64_t) const {
    return "";
  }

 private:
  KernelInfo info_;
};

}  // namespace gputest
