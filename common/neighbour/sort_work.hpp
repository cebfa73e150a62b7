// Room that sorting particles by cell and summing their lists' lengths take on a device.
#pragma once

#include <cstdint>

namespace gputest {

/// Words for n particles: two keys each, and 16 bytes each and 1 MiB for what a library of
/// primitives wants, which it says only when it is called. Of 119,164 particles CUB wants ???.
constexpr std::uint64_t sort_work_words(std::uint64_t n) { return 6 * n + 262144; }

}  // namespace gputest
