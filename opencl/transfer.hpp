// A launch that is a copy between host memory and a device's.
#pragma once

#include <memory>

#include "common/core/arguments.hpp"
#include "common/device/kernel.hpp"
#include "common/opencl/device.hpp"

namespace gputest::opencl {

/// Copies the only input to the only output, of the same size. One of them is in host memory:
/// pageable, or pinned by the implementation (CL_MEM_ALLOC_HOST_PTR).
std::unique_ptr<Execution> make_transfer(OpenClDevice& device, const KernelSignature& signature,
                                         LaunchPlan plan);

}  // namespace gputest::opencl
