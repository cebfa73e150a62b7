// How often a thread asks for memory.
#pragma once

#include <cstddef>

namespace gputest::test {

/// Calls of operator new by this thread so far; always 0 under AddressSanitizer, which has its own.
std::size_t allocations();

}  // namespace gputest::test
