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

/// All devices, in the loader's order but with simulators last, so that opencl:0 is real if any
/// device is. Empty if load() failed. Throws Error if a platform fails.
std::vector<ListedDevice> list_devices();

/// An open OpenCL device: its context, its queues and the programs built for it.
class OpenClDevice : public Device {
 public:
  explicit OpenClDevice(const ListedDevice& device);

  const cl::Device& handle() const { return handle_; }
  const cl::Context& context() const { return context_; }
  /// The queue for all work, in order. Its events have no times, because these cost each launch
  /// some microseconds.
  const cl::CommandQueue& commands() const { return commands_; }
  /// A queue with event times.
  const cl::CommandQueue& timed_commands() const { return timed_commands_; }
  /// The compute capability of an NVIDIA GPU times ten: 90. 0 for other devices.
  unsigned compute_capability() const { return compute_capability_; }

  /// Whether a private value read from local memory before a barrier is still the same after it. A
  /// small kernel tests this on first use. PoCL 7.1 may read the memory again
  /// (https://github.com/pocl/pocl/pull/2269).
  bool keeps_local_values();

  /// Overwrites the device's caches and waits.
  void flush_cache();

  /// Builds a program from that text, or returns the one built before. `name` is the text's file,
  /// for messages. Throws Error(bad_input) with the build log if the compiler rejects it.
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

/// Seconds from the beginning of one command to the end of another, in a queue with event times.
/// Throws cl::Error.
double seconds_of(const cl::Event& first, const cl::Event& last);

}  // namespace gputest::opencl
