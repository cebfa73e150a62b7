// A kernel, one variant of a family in one API, and its execution on a device.
#pragma once

#include <cstdint>
#include <functional>
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

/// The description of a kernel. The same family and variant mean the same algorithm in every API.
/// Layout, precision, block and n are axes and never part of the name.
struct KernelInfo {
  std::string api;                   ///< "opencl"
  std::string family;                ///< "gravity"
  std::string variant;               ///< "tiled"
  std::vector<std::string> layouts;  ///< the default first
  std::vector<Precision> precisions;
  std::vector<std::uint32_t> blocks;  ///< threads per block, the default first; empty: no axis
  std::string summary;                ///< one line
  std::string source;                 ///< of the algorithm: paper, figure, line
  /// The precision of a single interaction if it is lower than the data's, as in a kernel that
  /// holds coordinates as pairs of floats. The result is judged by this precision.
  std::optional<Precision> arithmetic = std::nullopt;
  /// The family's own axes (Family::axes) with the values that this kernel supports, the default
  /// first.
  std::map<std::string, std::vector<std::string>> axes = {};
  /// Why no case of this kernel can run: its description is wrong. A sentence without a full stop;
  /// empty if nothing is wrong.
  std::string fault = {};

  std::string name() const { return family + "_" + variant; }
};

/// The source text of a kernel that is compiled at run time.
struct KernelText {
  std::string checksum;                   ///< of all its files in order of inclusion
  std::vector<std::string> replaced;      ///< paths of the files that replace built-in ones
  std::string compiler = {};              ///< "NVRTC 13.0"; empty if unknown
  std::vector<std::string> options = {};  ///< passed to the compiler
  std::string code = {};                  ///< the checksum of its machine code; empty if unknown
  std::string file = {};                  ///< that contains the kernel, from the project's root
};

/// One point of a kernel's axes.
struct Configuration {
  std::string layout;
  Precision precision = Precision::fp32;
  std::uint32_t block = 0;                       ///< 0 if the kernel has no block axis
  std::map<std::string, std::string> axes = {};  ///< the family's axes, by name

  /// The value on an axis of the family; empty if the kernel does not have it.
  std::string on_axis(const std::string& axis) const {
    const auto found = axes.find(axis);
    return found == axes.end() ? "" : found->second;
  }
};

/// A kernel bound to memory on a device, for one configuration and one set of arguments. Every call
/// throws Error on failure and leaves the device usable for the next execution.
class Execution {
 public:
  virtual ~Execution() = default;
  /// Copies the inputs to the device. Fills outputs and scratch with bytes of 0xFF (NaN). So a
  /// launch that leaves out a write, or reads scratch before writing it, gives a visibly wrong
  /// result. A simulator that detects this itself keeps its scratch uninitialised.
  virtual void upload(const std::vector<HostArray>& inputs) = 0;
  /// Fills outputs and scratch of all copies with bytes that no earlier launch left and that differ
  /// from call to call. as floating-point numbers they are huge. Ordered with the launches;
  /// does not wait. The next launch uses copy 0.
  virtual void spoil() = 0;
  /// Makes at most `wanted` copies of all arrays, as many as the device has room for without a
  /// change in what is measured. `inputs(copy)` are their inputs. Launches then use the copies in
  /// turn. Returns their number. Calls spoil(). An execution that cannot do this keeps its
  /// inputs and returns 0.
  virtual std::uint32_t make_copies(
      std::uint32_t /*wanted*/,
      const std::function<std::vector<HostArray>(std::uint32_t copy)>& /*inputs*/) {
    return 0;
  }
  /// The copies that make_copies() makes at most, if memory suffices.
  virtual std::uint32_t most_copies() const { return 1; }
  /// Enqueues the whole computation once. Launches may follow each other without synchronize().
  virtual void launch() = 0;
  virtual void synchronize() = 0;
  /// The outputs of that copy. The first call also checks the bytes around outputs and scratch,
  /// like check().
  virtual std::vector<HostArray> download(std::uint32_t copy = 0) = 0;
  /// Throws Overrun if a launch has changed inputs of that copy, which were these, or the bytes
  /// around any of its arrays. Before upload() or spoil() is called again.
  virtual void check(std::uint32_t /*copy*/, const std::vector<HostArray>& /*inputs*/) {}
  /// Launches, waits, and returns the launch's counts. Counters of a GPU need several launches;
  /// each is preceded by `before`. If the device does not count (DeviceInfo::counting), does not
  /// launch and returns none. Throws NotCounted if it cannot count now.
  virtual std::optional<LaunchCounts> counted_launch(const std::function<void()>& /*before*/) {
    return std::nullopt;
  }
  /// The operations that a launch enqueues, fixed when the execution was made.
  virtual LaunchPlan plan() const { return {}; }
  /// The text compiled for this execution; none if Kernel::text() is complete or nothing was
  /// compiled.
  virtual std::optional<KernelText> text() const { return std::nullopt; }
  /// Launches once more, waits, and returns the seconds by the device's own events. If the device
  /// has no events, does not launch and returns none.
  virtual std::optional<double> event_seconds() { return std::nullopt; }
  /// Launches once more, waits, and returns the time of each pass in order, by the device's events
  /// or, on the host, by its clock. If passes cannot be timed, does not launch and returns none.
  virtual std::vector<PassTime> pass_times() { return {}; }
  /// Overwrites the device's caches (flush_bytes()) and waits.
  virtual void flush_cache() {
    throw Error(Status::bad_input, "its API cannot flush the caches, which --strategy=cold needs");
  }
};

/// A kernel of one API: its description and its preparation on a device.
class Kernel {
 public:
  explicit Kernel(KernelInfo info) : info_(std::move(info)) {}
  virtual ~Kernel() = default;
  Kernel(const Kernel&) = delete;
  Kernel& operator=(const Kernel&) = delete;

  const KernelInfo& info() const { return info_; }

  /// Builds the kernel for the configuration and allocates its arguments on the device, which
  /// belongs to the kernel's API. check_limits() has passed.
  virtual std::unique_ptr<Execution> prepare(Device& device, const Configuration& configuration,
                                             const KernelSignature& arguments) const = 0;

  /// The devices for which plan() works, as beginnings of ids: the platforms of its API for which
  /// the kernel is compiled. Empty if only prepare() can plan.
  virtual std::vector<std::string> platforms() const { return {}; }
  /// The plan of a launch on a device that need not exist: its id begins with one of platforms(),
  /// and a plan may depend on its wavefront and compute units. Throws Error like prepare();
  /// allocates and enqueues nothing. None if only prepare() can plan.
  virtual std::optional<LaunchPlan> plan(const DeviceInfo&, const Configuration&,
                                         const KernelSignature&) const {
    return std::nullopt;
  }
  /// The machine code of the plan's passes for the target, "sm_90", compiled if necessary: see
  /// texts::image_with(). Empty if the passes are not compiled from texts. Throws Error like
  /// texts::Compiler.
  virtual std::vector<std::shared_ptr<const texts::Image>> images(const LaunchPlan&,
                                                                  const std::string&) const {
    return {};
  }

  /// The text to compile for that configuration; none for a kernel compiled by the build. Throws
  /// Error(bad_input) if one of its files is missing.
  virtual std::optional<KernelText> text(const Configuration&) const { return std::nullopt; }

  /// Why the kernel cannot run a problem of n in that configuration, if its API has limits that
  /// check_limits() does not know: a sentence without a full stop; empty if it can. The row of such
  /// a case is skipped, however the case was chosen.
  virtual std::string skip_reason(const DeviceInfo&, const Configuration&, std::uint64_t) const {
    return "";
  }
  /// Why a run that selected the kernel by a pattern skips it at that size: it would take too long.
  /// A run that names the kernel executes it.
  virtual std::string slow_reason(const DeviceInfo&, const Configuration&, std::uint64_t) const {
    return "";
  }

  /// Additions of the registry to the description, before any case is chosen: a fault, axes for
  /// which every value is meant, and fields that are taken from the kernel of the same name in
  /// another API.
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
