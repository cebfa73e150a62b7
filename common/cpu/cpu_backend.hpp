// The API "cpu": kernels as C++ functions over host memory, one device.
#pragma once

#include <memory>

#include "common/cpu/declaration.hpp"
#include "common/run/registry.hpp"

namespace gputest {
namespace cpu {

/// The host's processor as a device.
std::unique_ptr<Backend> make_backend();

/// A kernel of the API "cpu", whatever `info.api` is.
std::unique_ptr<Kernel> make_kernel(KernelInfo info, BindFunction bind);

/// What a launch is: one block of as many threads as OpenMP has.
LaunchPlan plan_of(const std::string& kernel, const KernelSignature& shapes);

/// An execution of a launch over arrays of its own.
std::unique_ptr<Execution> make_execution(const std::string& kernel, const BindFunction& bind,
                                          const Configuration& configuration,
                                          const KernelSignature& shapes, Device& device);

}  // namespace cpu

/// The API "cpu" and all its kernels.
void register_cpu(Registry& registry);

}  // namespace gputest
