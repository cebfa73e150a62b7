// An open OpenCL device: its context, its queue and the programs built for it.
#pragma once

#include <map>
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
  const cl::CommandQueue& queue() const { return queue_; }
  /// A queue whose events have no times. Keeping times costs each launch some microseconds.
  const cl::CommandQueue& untimed_queue() const { return untimed_queue_; }
  /// An NVIDIA GPU's, times ten: 90. 0 for any other device.
  unsigned compute_capability() const { return compute_capability_; }

  /// Builds a program of that text, or returns the one built before. `name` is the text's file, for
  /// messages. Throws Error(bad_input) with the build log if the compiler refuses it.
  cl::Program program(const std::string& name, const std::string& text, const std::string& options);

 private:
  cl::Device handle_;
  cl::Context context_;
  cl::CommandQueue queue_, untimed_queue_;  // in order, profiling on and off
  unsigned compute_capability_ = 0;
  std::map<std::string, cl::Program> programs_;
};

}  // namespace gputest::opencl
