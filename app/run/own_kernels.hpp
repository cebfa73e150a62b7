// The user's kernels, which run together with the built-in ones.
#pragma once

#include <string>
#include <vector>

#include "common/run/own_kernel.hpp"
#include "common/run/registry.hpp"

namespace gputest {

/// A kernel that was added.
struct AddedKernel {
  std::string api, name;
};

/// Adds the kernels of the files, or of those that match a pattern such as "exercises/*.cl", and
/// returns them. A pattern skips files with other extensions. The extension determines the API; the
/// manifest ("gputest kernel: gravity_mine") gives family and name. Throws Error(bad_input) for a
/// file that cannot be read, has no manifest, or belongs to no family. The same holds for another
/// family than `family`, if that is not empty. Throws Error(usage) for an unknown extension;
/// Error(unavailable) if this build lacks the API. Any other error becomes the kernel's fault, and
/// costs only its rows.
std::vector<AddedKernel> add_own_kernels(Registry& registry, const std::vector<std::string>& files,
                                         const std::string& family);

/// Adds a kernel and returns its API, which the extension of its path determines. Throws
/// Error(usage) for an unknown extension; Error(unavailable) if this build lacks the API. `option`
/// names the file in these errors.
std::string add_own_kernel(Registry& registry, const OwnKernel& kernel, const std::string& option);

}  // namespace gputest
