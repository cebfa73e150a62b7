// Counts a thread's memory allocations.
#pragma once

#include <cstddef>

namespace gputest::test {

/// The calls of operator new by this thread so far; always 0 under AddressSanitizer, which replaces
/// it.
std::size_t allocations();

}  // namespace gputest::test
