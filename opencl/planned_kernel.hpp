// A kernel's way from its file to enqueues with every argument set.
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

/// Kernel functions with their arguments and ranges: nothing is left to be decided.
class BoundPasses {
 public:
  /// Enqueues every pass in order, those of the plan's loop as often as that says. Where `events`
  /// is given, it gets an event of the first and of the last. Throws Error where the API refuses
  /// it.
  void enqueue(const cl::CommandQueue& commands, std::vector<cl::Event>* events = nullptr) const;
  /// Enqueues every pass and waits: what each took, in a queue that keeps time. Empty, and nothing
  /// is enqueued, where a library's transform is among them, of which there is no event.
  std::vector<PassTime> times(const cl::CommandQueue& commands) const;
  const LaunchPlan& plan() const { return plan_; }
  /// With the driver as its compiler, and that one's options.
  const KernelText& text() const { return text_; }

 private:
  friend class PlannedKernel;
  struct Pass {
    std::string name;
    cl::Kernel kernel;
    cl::NDRange offset;
    cl::NDRange global;
    cl::NDRange local;
    int transform = 0;  ///< as Enqueue has it
  };
  void enqueue(const cl::CommandQueue& commands, const Pass& pass, cl::Event* event) const;
  /// Calls f(pass, whether it is the first, the last) for each enqueue of a launch.
  template <class F>
  void for_each_enqueue(const F& f) const;

  std::vector<Pass> passes_;
  Loop loop_;
  LaunchPlan plan_;
  KernelText text_;
  std::shared_ptr<const RealTransform> transform_;
  std::string doing_;  ///< what an error is said to have come up in
};

/// What a launch enqueues of a kernel that is planned for a device, which is not needed for it.
/// Throws Error(bad_input) where the kernel's manifest is at fault.
LaunchPlan launch_plan(const Source& source, Configuration configuration,
                       const KernelSignature& signature, const DeviceInfo& device);

/// What is compiled of a kernel for the configuration, and of the passes that it shares. Throws
/// Error(bad_input) where a file of it is not there.
KernelText kernel_text(const Source& source, const Configuration& configuration);

/// What a compiler is given for that. Throws as launch_plan() does.
std::vector<CompilerInput> compiler_inputs(const Source& source, Configuration configuration,
                                           const KernelSignature& signature,
                                           const DeviceInfo& device);

/// A kernel planned and compiled for a configuration and a device.
class PlannedKernel {
 public:
  /// Throws as check_limits() does and, where the compiler refuses the file, Error(bad_input).
  /// Nothing is allocated.
  PlannedKernel(OpenClDevice& device, const Source& source, Configuration configuration,
                const KernelSignature& signature);

  /// What it is called with: the given signature, the plan's scratch and the plan's scalars.
  const KernelSignature& signature() const { return signature_; }

  /// `arrays` are the signature's inputs, outputs and scratch. Throws Error(bad_input), naming the
  /// argument, where the kernel's parameters are others.
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
