// A launch that is a copy between the host's memory and a device's.
#pragma once

#include <memory>

#include "common/core/arguments.hpp"
#include "common/device/kernel.hpp"
#include "common/opencl/device.hpp"

namespace gputest::opencl {

/// Copies the one input to the one output, of which one is in the host's memory: pageable, or
/// pinned as the implementation allocates it (CL_MEM_ALLOC_HOST_PTR). The two are equally large.
std::unique_ptr<Execution> make_transfer(OpenClDevice& device, const KernelSignature& signature,
                                         LaunchPlan plan);

}  // namespace gputest::opencl
