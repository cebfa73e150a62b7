// The API "cuda".
#pragma once

#include <memory>

#include "common/owncode/own_code.hpp"
#include "common/run/registry.hpp"

namespace gputest::cuda {

/// The API "cuda".
std::unique_ptr<Backend> make_backend();

/// The kernel of this description. Throws Error(unavailable) if no text has its name.
std::unique_ptr<Kernel> make_kernel(KernelInfo info);

/// A user's kernel, which NVRTC compiles when it is prepared.
std::unique_ptr<Kernel> make_own_kernel(owncode::OwnCode code);

}  // namespace gputest::cuda
