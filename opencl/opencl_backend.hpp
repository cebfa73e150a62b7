// The API "opencl": every device of every platform that the ICD loader shows.
#pragma once

#include <memory>

#include "common/device/kernel.hpp"
#include "opencl/plans.hpp"

namespace gputest::opencl {

/// `sources` are what its devices' queues bind, by name.
std::unique_ptr<Backend> make_backend(std::shared_ptr<const Sources> sources);

/// `info.api` is set to "opencl". Of a broken kernel, which info.fault tells, the source is unused.
std::unique_ptr<Kernel> make_kernel(KernelInfo info, Source source);

}  // namespace gputest::opencl
