// Every family, API and kernel of this build.
#pragma once

#include <string>
#include <vector>

#include "common/run/registry.hpp"

namespace gputest {

/// One line an API: its register_<api>(), or why this build lacks it.
Registry make_registry();

/// The files of the user's own that stand in for kernels built in. Throws Error(bad_input) where a
/// variable of the environment names a place of such files in which there are none, or one that
/// cannot be read.
std::vector<std::string> require_kernel_files();

}  // namespace gputest
