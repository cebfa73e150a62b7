// The most bodies of an algorithm.
#pragma once

#include <cstdint>

namespace gputest {

/// Kernels can index them in 32 bits, with a factor of 16 to spare.
constexpr std::uint64_t kMaxBodies = std::uint64_t{1} << 28;

}  // namespace gputest
