// The values of a wavefront's 64 threads in one place: a slot of a register, an operand, a result.
#pragma once

#include <cstdint>

namespace gputest::r600 {

constexpr unsigned kLanes = 64;  ///< threads of a wavefront

/// A set of a wavefront's threads, one bit each.
using LaneMask = std::uint64_t;
constexpr LaneMask kAllLanes = ~LaneMask{0};

/// 32 bits of each thread.
struct Lanes {
  alignas(64) std::uint32_t at[kLanes] = {};
};

/// The bits, and the threads in which they are defined: a value that nothing wrote is undefined.
struct Value {
  Lanes bits;
  LaneMask known = 0;
};

}  // namespace gputest::r600
