// Which of n results are compared with the reference, where each costs a pass over all n.
#pragma once

#include <cstdint>
#include <vector>

#include "common/run/family.hpp"

namespace gputest {

/// Whether all of n results are, where each costs a pass over all n: up to 16384, beyond as
/// `checking` says; automatically up to 2^31 pairs per core of the host, some five seconds.
bool all_checked(std::uint64_t n, const Checking& checking);

/// Their numbers, ascending: all, or a sample. That has both ends and, of every so many bodies in a
/// row, one chosen by the salt. So many is 64, or as many times that as keeps the pairs with all n
/// under 2^29 per core of the host, some second. So an aligned block of that size, all of whose
/// results are wrong, is always seen, and a single wrong result once in so many runs.
std::vector<std::uint64_t> results_to_check(std::uint64_t n, const Checking& checking);

}  // namespace gputest
