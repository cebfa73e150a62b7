// The API "cuda".
#pragma once

#include <memory>

#include "common/run/registry.hpp"

namespace gputest::cuda {

std::unique_ptr<Backend> make_backend();

/// The kernel of that description; its function is looked up by its name among those that the build
/// compiled. Throws std::logic_error if there is none.
std::unique_ptr<Kernel> make_kernel(KernelInfo info);

}  // namespace gputest::cuda
