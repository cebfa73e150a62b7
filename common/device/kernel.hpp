// A kernel: one variant of a family in one API, and its execution on a device.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/core/arguments.hpp"
#include "common/core/error.hpp"
#include "common/core/launch_counts.hpp"
#include "common/core/precision.hpp"
#include "common/device/device.hpp"
#include "common/device/launch_plan.hpp"
#include "common/texts/image.hpp"

namespace gputest {

/// What a kernel is. The same family and variant mean the same thing in every API; layout,
/// precision, block and n are axes and never part of the name.
struct KernelInfo {
  std::string api;                   ///< "opencl"
  std::string family;                ///< "gravity"
  std::string variant;               ///< "tiled"
  std::vector<std::string> layouts;  ///< the kernel's own first
  std::vector<Precision> precisions;
  std::vector<std::uint32_t> blocks;  ///< threads per block, the default first; empty: no such axis
  std::string summary;                ///< one line
  std::string source;                 ///< where the algorithm is from: paper, figure, line
  /// Precision of a single interaction where it is less than that of the data, as in a kernel that
  /// holds coordinates as pairs of floats. It is what the result is judged by.
  std::optional<Precision> arithmetic = std::nullopt;
  /// Axes that the family adds (Family::axes), with the values that this kernel takes, the
  /// default first.
  std::map<std::string, std::vector<std::string>> axes = {};
  /// Why no case of it can run, a sentence without a full stop: its description is wrong. Empty for
  /// a kernel that is as it should be.
  std::string fault = {};

  std::string name() const { return family + "_" + variant; }
};

/// The text of a kernel that is compiled where it runs.
struct KernelText {
  std::string checksum;               ///< of all its files, in the order in which they are included
  std::vector<std::string> replaced;  ///< those of them that are not the ones built in, as paths
  std::string compiler = {};          ///< "NVRTC 13.0"; empty where the API does not tell
  std::vector<std::string> options = {};  ///< that the compiler was given
  std::string code = {};                  ///< the checksum of its machine code; empty likewise
  std::string file = {};                  ///< that holds the kernel, from the project's root
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
  /// Copies the inputs to the device, fills scratch with bytes of 0xFF, so that a launch that reads
  /// there what it has not written is seen, and spoil_outputs(). A simulator that sees that itself
  /// is left the scratch as it is.
  virtual void upload(const std::vector<HostArray>& inputs) = 0;
  /// Fills every output with bytes of 0xFF (NaN), in order with the launches and without waiting
  /// for it, so that what a later launch fails to write is seen.
  virtual void spoil_outputs() = 0;
  /// Enqueues the whole computation once. Launches may follow each other without synchronize().
  virtual void launch() = 0;
  virtual void synchronize() = 0;
  virtual std::vector<HostArray> download() = 0;
  /// Launches once and waits: what the launch did. None, and no launch, where the device counts
  /// nothing (DeviceInfo::counts_launches).
  virtual std::optional<LaunchCounts> counted_launch() { return std::nullopt; }
  /// What a launch enqueues: fixed when the execution was made.
  virtual LaunchPlan plan() const { return {}; }
  /// What was compiled for it; none where Kernel::text() tells all, or nothing was.
  virtual std::optional<KernelText> text() const { return std::nullopt; }
  /// Launches once more and waits: the seconds that this took by the device's own events. None, and
  /// no launch, where it has no events.
  virtual std::optional<double> event_seconds() { return std::nullopt; }
  /// Launches once more and waits: what each pass took, in order, by the device's own events or, of
  /// the host, its clock. Empty, and no launch, where that cannot be told.
  virtual std::vector<PassTime> pass_times() { return {}; }
  /// Writes over the device's caches (flush_bytes()) and waits for that.
  virtual void flush_cache() {
    throw Error(Status::bad_input, "its API cannot flush the caches, which --strategy=cold needs");
  }
};

/// A kernel of one API: what it is, and how it is prepared on a device.
class Kernel {
 public:
  explicit Kernel(KernelInfo info) : info_(std::move(info)) {}
  virtual ~Kernel() = default;
  Kernel(const Kernel&) = delete;
  Kernel& operator=(const Kernel&) = delete;

  const KernelInfo& info() const { return info_; }

  /// Builds the kernel for the configuration and allocates its arguments on the device, which is
  /// one of the kernel's own API. check_limits() has passed.
  virtual std::unique_ptr<Execution> prepare(Device& device, const Configuration& configuration,
                                             const KernelSignature& arguments) const = 0;

  /// What plan() can be asked of, as ids of devices begin: the platforms of its API that it is
  /// compiled for. Empty where only prepare() plans.
  virtual std::vector<std::string> platforms() const { return {}; }
  /// What a launch on such a device would be, which need not be there: its id begins with one of
  /// platforms(), and a plan may depend on its wavefront and compute units. Throws Error as
  /// prepare() does; allocates and enqueues nothing. None where only prepare() plans.
  virtual std::optional<LaunchPlan> plan(const DeviceInfo&, const Configuration&,
                                         const KernelSignature&) const {
    return std::nullopt;
  }
  /// The machine code of the plan's passes for the target, "sm_90", compiled now where it was not
  /// before: see texts::image_with(). Empty where the passes are no texts'. Throws Error as
  /// texts::Compiler does.
  virtual std::vector<std::shared_ptr<const texts::Image>> images(const LaunchPlan&,
                                                                  const std::string&) const {
    return {};
  }

  /// What is compiled for that configuration; none for a kernel that the build compiled. Throws
  /// Error(bad_input) where a file of it is not there.
  virtual std::optional<KernelText> text(const Configuration&) const { return std::nullopt; }

  /// Why the kernel cannot take a problem of n in that configuration, a sentence without a full
  /// stop, where its API has limits that check_limits() does not know; empty where it can. Such a
  /// case is a skipped row, however it was chosen.
  virtual std::string skip_reason(const DeviceInfo&, const Configuration&, std::uint64_t) const {
    return "";
  }
  /// Why a run that chose the kernel by a pattern passes it over at that size: it would take too
  /// long. A run that names the kernel does run it.
  virtual std::string slow_reason(const DeviceInfo&, const Configuration&, std::uint64_t) const {
    return "";
  }

  /// What the registry adds to the description, before any case is chosen: what is wrong with it,
  /// an axis that it names without values or that every kernel of its family has, and what it
  /// leaves to the kernel of the same name in another API.
  void set_fault(const std::string& fault) { info_.fault = fault; }
  void set_axis(const std::string& axis, const std::vector<std::string>& values) {
    info_.axes[axis] = values;
  }
  void complete(const KernelInfo& other) {
    if (info_.summary.empty()) info_.summary = other.summary;
    if (info_.source.empty()) info_.source = other.source;
  }

 private:
  KernelInfo info_;
};

}  // namespace gputest
