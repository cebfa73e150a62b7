// Which bodies' results are compared with the reference.
#pragma once

#include <cstdint>
#include <vector>

namespace gputest {

/// Whether all of n bodies are: up to 16384.
bool all_checked(std::uint64_t n);

/// Their numbers, ascending: all, or both ends and at least 1024 spread so that no tile size hides
/// one, and as many as 2^29 pairs with all n allow.
std::vector<std::uint64_t> bodies_to_check(std::uint64_t n);

}  // namespace gputest
