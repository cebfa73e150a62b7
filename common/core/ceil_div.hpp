// Division rounded up: the number of groups that hold a number of items.
#pragma once

#include <cstdint>

namespace gputest {

/// a / b, rounded up. a + b must be below 2^64.
constexpr std::uint64_t ceil_div(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }

}  // namespace gputest
