// The API "cpu": kernels as C++ functions over host memory, one device.
#pragma once

#include <memory>

#include "common/cpu/declaration.hpp"
#include "common/run/registry.hpp"

namespace gputest {
namespace cpu {

/// The host's processor as a device.
std::unique_ptr<Backend> make_backend();

/// A kernel of the API "cpu". Ignores `info.api`.
std::unique_ptr<Kernel> make_kernel(KernelInfo info, BindFunction bind);

/// The plan of a launch: one block with all of OpenMP's threads.
LaunchPlan plan_of(const std::string& kernel, const KernelSignature& shapes);

/// An execution of a launch over its own arrays.
std::unique_ptr<Execution> make_execution(const std::string& kernel, const BindFunction& bind,
                                          const Configuration& configuration,
                                          const KernelSignature& shapes, Device& device);

}  // namespace cpu

/// The API "cpu" and all its kernels.
void register_cpu(Registry& registry);

}  // namespace gputest
