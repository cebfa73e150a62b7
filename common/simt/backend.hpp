// What the CUDA and HIP back ends share in declaration: see backend.inl.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "common/device/kernel_call.hpp"
#include "common/run/registry.hpp"

namespace gputest::simt {

/// Host functions that launch a platform's kernels, by kernel name. The build makes one table per
/// platform, of every kernel body in this folder.
using Launchers = std::map<std::string, KernelFunction>;

/// The kernels whose bodies stand in this folder, for any platform; `api` is left empty.
const std::vector<KernelInfo>& shared_kernels();

}  // namespace gputest::simt
