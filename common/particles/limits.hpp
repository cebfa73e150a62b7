// How many bodies an algorithm takes.
#pragma once

#include <cstdint>

namespace gputest {

/// As many as kernels index in 32 bits, with a factor of 16 to spare.
constexpr std::uint64_t kMaxBodies = std::uint64_t{1} << 28;

}  // namespace gputest
