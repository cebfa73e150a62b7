// The texts of many kernels, compiled before they are asked for one by one.
#pragma once

#include <vector>

#include "common/texts/first_use.hpp"

namespace gputest {

/// Compiles those that no cache has, several at a time, and says so once on standard error. A lone
/// one is left to whoever asks for it. `quiet` says nothing. Throws Error(interrupted).
void compile_first(const std::vector<texts::Wanted>& wanted, bool quiet = false);

}  // namespace gputest
