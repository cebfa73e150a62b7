// From a kernel's file to enqueues with every argument set.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "common/core/arguments.hpp"
#include "common/device/kernel.hpp"
#include "common/device/launch_plan.hpp"
#include "common/opencl/device.hpp"
#include "opencl/opencl_backend.hpp"
#include "opencl/plans.hpp"
#include "opencl/vkfft.hpp"

namespace gputest::opencl {

/// Kernel functions with their arguments and ranges, ready to enqueue.
class BoundPasses {
 public:
  /// Enqueues every pass in order, and those of the plan's loop repeatedly. `events`, if given,
  /// gets an event of the first and of the last enqueue. Throws Error if the API refuses one.
  void enqueue(const cl::CommandQueue& commands, std::vector<cl::Event>* events = nullptr) const;
  /// Enqueues every pass and waits. Returns the time of each pass, in a queue with profiling.
  /// Empty, without enqueuing, if a library's transform is among them, because it has no event.
  std::vector<PassTime> times(const cl::CommandQueue& commands) const;
  const LaunchPlan& plan() const { return plan_; }
  /// With the driver as the compiler, and its options.
  const KernelText& text() const { return text_; }

 private:
  friend class PlannedKernel;
  struct Pass {
    std::string name;
    cl::Kernel kernel;
    cl::NDRange offset;
    cl::NDRange global;
    cl::NDRange local;
    int transform = 0;  ///< as in Enqueue
  };
  void enqueue(const cl::CommandQueue& commands, const Pass& pass, cl::Event* event) const;
  /// Calls f(pass, whether it is the first, whether it is the last) for each enqueue of a launch.
  template <class F>
  void for_each_enqueue(const F& f) const;

  std::vector<Pass> passes_;
  Loop loop_;
  LaunchPlan plan_;
  KernelText text_;
  std::shared_ptr<const RealTransform> transform_;
  std::string doing_;  ///< the operation that errors name
};

/// The enqueues of a kernel that is planned for a device; the device need not exist. Throws
/// Error(bad_input) if the kernel's manifest is wrong.
LaunchPlan launch_plan(const Source& source, Configuration configuration,
                       const KernelSignature& signature, const DeviceInfo& device);

/// The text of a kernel and its shared passes, as compiled for the configuration. Throws
/// Error(bad_input) if a file is missing.
KernelText kernel_text(const Source& source, const Configuration& configuration);

/// The inputs of the compiler for it. Throws as launch_plan() does.
std::vector<CompilerInput> compiler_inputs(const Source& source, Configuration configuration,
                                           const KernelSignature& signature,
                                           const DeviceInfo& device);

/// A kernel planned and compiled for a configuration and a device.
class PlannedKernel {
 public:
  /// Throws as check_limits() does, and Error(bad_input) if the compiler refuses the file. Nothing
  /// is allocated.
  PlannedKernel(OpenClDevice& device, const Source& source, Configuration configuration,
                const KernelSignature& signature);

  /// The arguments: the given signature, the plan's scratch and the plan's scalars.
  const KernelSignature& signature() const { return signature_; }

  /// `arrays` are the signature's inputs, outputs and scratch. Throws Error(bad_input), which names
  /// the argument, if the kernel's parameters differ.
  BoundPasses bind(const std::vector<cl::Memory>& arrays) const;

 private:
  cl::Kernel bound_kernel(const Enqueue& enqueue, const std::vector<cl::Memory>& arrays) const;

  bool fp64_scalars_;
  Plan plan_;
  KernelSignature signature_;
  cl::Program own_, shared_;
  KernelText text_;
  std::size_t own_block_;
  std::string device_;
  const OpenClDevice* opened_;
};

}  // namespace gputest::opencl
