// The API "hip", which may hold several platforms at once: AMD's own, HIP over CUDA, and the host.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "common/owncode/own_code.hpp"
#include "common/run/registry.hpp"
#include "common/simt/kernel_table.hpp"

namespace gputest::hip {

/// A platform that this build holds. Its devices' ids begin with `prefix`.
struct Platform {
  std::string prefix;  ///< "hip:nvidia"
  std::unique_ptr<Backend> (*make_backend)();
  std::unique_ptr<Kernel> (*make_kernel)(KernelInfo);
  const simt::KernelTable& (*kernels)();  ///< those that its compiler has compiled
  /// Of the user's own; null: it takes none.
  std::unique_ptr<Kernel> (*make_own_kernel)(owncode::OwnCode) = nullptr;
};

/// Platforms and, for those that this build lacks, why.
std::unique_ptr<Backend> make_backend(const std::vector<Platform>& platforms,
                                      std::vector<Unavailable> not_built);

/// A kernel that every platform has, dispatched by the device it is prepared for.
std::unique_ptr<Kernel> make_kernel(const std::vector<Platform>& platforms, KernelInfo info);

/// A kernel of the user's own, on the platforms that take such.
std::unique_ptr<Kernel> make_own_kernel(const std::vector<Platform>& platforms,
                                        const owncode::OwnCode& code);

}  // namespace gputest::hip
