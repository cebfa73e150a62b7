// The API "hip", which may hold several platforms at once: AMD's own, HIP over CUDA, and the host.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "common/owncode/own_code.hpp"
#include "common/run/registry.hpp"
#include "common/simt/kernel_table.hpp"

namespace gputest::hip {

/// A platform of this build. Its devices' ids begin with `prefix`.
struct Platform {
  std::string prefix;  ///< "hip:nvidia"
  std::unique_ptr<Backend> (*make_backend)();
  std::unique_ptr<Kernel> (*make_kernel)(KernelInfo);
  const simt::KernelTable& (*kernels)();  ///< the kernels that its compiler has compiled
  /// Makes a user's kernel; null if the platform takes none.
  std::unique_ptr<Kernel> (*make_own_kernel)(owncode::OwnCode) = nullptr;
};

/// `not_built` gives the reasons for the platforms that this build lacks.
std::unique_ptr<Backend> make_backend(const std::vector<Platform>& platforms,
                                      std::vector<Unavailable> not_built);

/// A kernel of every platform; prepare() chooses the platform of the device.
std::unique_ptr<Kernel> make_kernel(const std::vector<Platform>& platforms, KernelInfo info);

/// A user's kernel, on the platforms that take one.
std::unique_ptr<Kernel> make_own_kernel(const std::vector<Platform>& platforms,
                                        const owncode::OwnCode& code);

}  // namespace gputest::hip
