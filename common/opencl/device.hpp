// An open OpenCL device: its context, its queue and the programs built for it.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "common/device/device.hpp"
#include "common/opencl/cl.hpp"

namespace gputest::opencl {

/// A listed device with its handle.
struct ListedDevice {
  DeviceInfo info;
  cl::Device handle;
};

/// Every device, in the loader's order but simulators last, so that opencl:0 is real where
/// anything is. Empty if load() failed. Throws Error where a platform fails.
std::vector<ListedDevice> list_devices();

/// An open OpenCL device: its context, its queues and the programs built for it.
class OpenClDevice : public Device {
 public:
  explicit OpenClDevice(const ListedDevice& device);

  const cl::Device& handle() const { return handle_; }
  const cl::Context& context() const { return context_; }
  /// The queue on which everything runs, in order. Its events have no times, since keeping them
  /// costs each launch some microseconds.
  const cl::CommandQueue& commands() const { return commands_; }
  /// A queue whose events have times.
  const cl::CommandQueue& timed_commands() const { return timed_commands_; }
  /// An NVIDIA GPU's, times ten: 90. 0 for any other device.
  unsigned compute_capability() const { return compute_capability_; }

  /// Whether a value that was read from local memory before a barrier is the same behind it, as a
  /// small kernel finds when this is first asked. PoCL 7.1 may read it anew
  /// (https://github.com/pocl/pocl/pull/2269).
  bool keeps_local_values();

  /// Writes over the device's caches and waits for that.
  void flush_cache();

  /// Builds a program of that text, or returns the one built before. `name` is the text's file, for
  /// messages. Throws Error(bad_input) with the build log if the compiler refuses it.
  cl::Program program(const std::string& name, const std::string& text, const std::string& options);

 private:
  cl::Device handle_;
  cl::Context context_;
  cl::CommandQueue commands_, timed_commands_;
  unsigned compute_capability_ = 0;
  std::optional<bool> keeps_local_values_;
  cl::Buffer flushed_;
  std::map<std::string, cl::Program> programs_;
};

/// Seconds from the beginning of one command to the end of another, of a queue that keeps time.
/// Throws cl::Error.
double seconds_of(const cl::Event& first, const cl::Event& last);

}  // namespace gputest::opencl
