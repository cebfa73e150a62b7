// The choice of results to compare with the reference, if each reference result costs a pass over
// all n.
#pragma once

#include <cstdint>
#include <vector>

#include "common/run/family.hpp"

namespace gputest {

/// Whether all n results are compared: always up to 16384, beyond that as `checking` says.
/// Automatic checking compares all up to 2^31 pairs per core of the host, about five seconds.
bool all_checked(std::uint64_t n, const Checking& checking);

/// The numbers of the results to compare, ascending: all, or a sample. The sample has both ends and
/// one result of every `stride` in a row, chosen by the salt. The stride is the smallest multiple
/// of 64 by a power of two that keeps the pairs below 2^29 per core of the host, about a second. So
/// an aligned block of stride wrong results is always found, and a single wrong result in one of
/// `stride` runs on average.
std::vector<std::uint64_t> results_to_check(std::uint64_t n, const Checking& checking);

}  // namespace gputest
