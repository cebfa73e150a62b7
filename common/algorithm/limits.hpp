// Numbers of bodies that several algorithms know.
#pragma once

#include <cstdint>

namespace gputest {

/// As many as kernels index in 32 bits, with room for a factor of 16.
constexpr std::uint64_t kMostBodies = std::uint64_t{1} << 28;

/// Up to so many, every body's result is compared with the reference; of more, a selection.
constexpr std::uint64_t kAllChecked = 16384;

}  // namespace gputest
