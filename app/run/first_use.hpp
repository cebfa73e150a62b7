// Compiles the texts of many kernels before they are needed one by one.
#pragma once

#include <vector>

#include "common/texts/first_use.hpp"

namespace gputest {

/// Compiles the texts that no cache has, several at a time, and reports it once on standard error
/// unless `quiet`. A single text is left to its first use. Throws Error(interrupted).
void compile_first(const std::vector<texts::Wanted>& wanted, bool quiet = false);

}  // namespace gputest
