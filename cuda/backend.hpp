// The API "cuda".
#pragma once

#include <memory>

#include "common/owncode/own_code.hpp"
#include "common/run/registry.hpp"

namespace gputest::cuda {

/// The API "cuda".
std::unique_ptr<Backend> make_backend();

/// The kernel of that description. Throws Error(unavailable) if there is no text of its name.
std::unique_ptr<Kernel> make_kernel(KernelInfo info);

/// A kernel of the user's own, which NVRTC compiles when it is prepared.
std::unique_ptr<Kernel> make_own_kernel(owncode::OwnCode code);

}  // namespace gputest::cuda
