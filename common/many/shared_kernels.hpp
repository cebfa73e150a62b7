// The kernels that devices can share.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "common/many/part.hpp"
#include "common/many/shared_kernel.hpp"

namespace gputest::many {

/// One of each kernel, for `devices` devices.
std::vector<std::unique_ptr<SharedKernel>> shared_kernels(std::size_t devices);

/// The function that makes a rank's part of that kernel's work.
MakePart part_of(const std::string& kernel);

/// A description of a kernel of the API "many", without the family's own fields.
KernelInfo shared_info(const std::string& family, const std::string& variant,
                       const std::string& layout);

}  // namespace gputest::many
