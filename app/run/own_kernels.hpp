// Kernels of the user's own, which run beside those built in.
#pragma once

#include <string>
#include <vector>

#include "common/run/registry.hpp"

namespace gputest {

/// A kernel that was added.
struct AddedKernel {
  std::string api, name;
};

/// Adds the kernels in the files, or in those that a pattern such as "exercises/*.cl" names, and
/// returns them. A pattern passes over what is in none of their languages. The API is that of the
/// file's extension; family and name are what its manifest
/// says ("gputest kernel: gravity_mine"). Throws Error(bad_input) for a file that cannot be read,
/// has no manifest, is of no family or not of `family`, where that is not empty; Error(usage) for
/// an extension that no API takes, Error(unavailable) for one of an API that is not in this build.
/// What else is wrong is the kernel's fault, and costs its rows.
std::vector<AddedKernel> add_own_kernels(Registry& registry, const std::vector<std::string>& files,
                                         const std::string& family);

}  // namespace gputest
