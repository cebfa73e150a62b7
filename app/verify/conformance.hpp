// What every kernel is verified at, whatever runs it: `gputest verify` and the conformance tests.
#pragma once

#include <string>
#include <vector>

#include "common/run/registry.hpp"

namespace gputest {

/// Whether the configuration has the kernel's own layout and block.
bool has_defaults(const KernelInfo& kernel, const Configuration& configuration);

/// The axes on which the configuration has another value than the kernel's first.
std::size_t changed_axes(const KernelInfo& kernel, const Configuration& configuration);

/// Every layout and precision, and of the kernel's own layout every block; of a family with axes of
/// its own every value on them with the kernel's own layout and block, the default value with the
/// rest.
std::vector<Configuration> conformance_configurations(const KernelInfo& kernel);

/// Whether the family's test input is one for the kernel in that configuration.
bool is_input_for(const TestInput& input, const KernelInfo& kernel,
                  const Configuration& configuration);

/// The problem of a test input. `folder` is that of test data, for one that has a file. Throws as
/// Family::make_problem() does.
std::unique_ptr<Problem> make_test_problem(const Family& family, const TestInput& input,
                                           const std::string& folder);

}  // namespace gputest
