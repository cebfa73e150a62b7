// Where the lanes of a wavefront access memory, before they do.
#pragma once

#include <array>
#include <cstdint>

#include "hip/isa/instruction_kind.hpp"
#include "hip/isa/wave.hpp"

namespace gputest::isa {

/// An access of an instruction: active lanes, and where each of them begins. A number that nobody
/// wrote is as it is: the instruction itself tells that it is wrong.
struct LaneAddresses {
  std::uint64_t lanes = 0;
  std::array<std::uint64_t, kLanes> at;
};

/// Of the access of that number (of kind.accesses); of a scalar load lane 0's alone. Addresses of
/// a thread's own memory and of LDS are from its beginning. Not of buffers: buffer.hpp has theirs.
LaneAddresses lane_addresses(const Wave& wave, const Operation& op, const InstructionKind& kind,
                             unsigned access);

/// Where a word of a thread's own memory lies: words of all lanes are beside each other.
std::uint64_t place_in_scratch(const Wave& wave, std::uint64_t offset, unsigned lane);

}  // namespace gputest::isa
