// Every family, API and kernel of this build.
#pragma once

#include <string>
#include <vector>

#include "common/run/registry.hpp"

namespace gputest {

/// Registers each API; if the build lacks one, the reason.
Registry make_registry();

/// The user's kernel files that replace built-in ones. Throws Error(bad_input) if an environment
/// variable names a folder that cannot be read or has no such files.
std::vector<std::string> require_kernel_files();

}  // namespace gputest
