// The API "cpu": kernels as C++ functions over host memory, one device.
#pragma once

#include <memory>

#include "common/device/kernel_call.hpp"
#include "common/run/registry.hpp"

namespace gputest::cpu {

/// The host's processor as a device.
std::unique_ptr<Backend> make_backend();

/// `info.api` is set to "cpu". The function is called with arrays aligned to 64 bytes.
std::unique_ptr<Kernel> make_kernel(KernelInfo info, KernelFunction function);

}  // namespace gputest::cpu
