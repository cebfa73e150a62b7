// The cases at which every kernel is verified, in `gputest verify` and in the conformance tests.
#pragma once

#include <string>
#include <vector>

#include "common/run/registry.hpp"

namespace gputest {

/// Whether the configuration has the kernel's default layout and block.
bool has_defaults(const KernelInfo& kernel, const Configuration& configuration);

/// The number of axes with another value than the kernel's first.
std::size_t changed_axes(const KernelInfo& kernel, const Configuration& configuration);

/// Every layout and precision, and every block with the kernel's default layout. Each value of the
/// family's axes is combined with the default layout and block; other configurations have the
/// default values of the axes.
std::vector<Configuration> conformance_configurations(const KernelInfo& kernel);

/// Whether the family's test input is meant for the kernel in that configuration.
bool is_input_for(const TestInput& input, const KernelInfo& kernel,
                  const Configuration& configuration);

/// The problem of a test input. `folder` has the files of test inputs. Throws like
/// Family::make_problem().
std::unique_ptr<Problem> make_test_problem(const Family& family, const TestInput& input,
                                           const std::string& folder);

}  // namespace gputest
