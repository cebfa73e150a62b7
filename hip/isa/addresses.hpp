// Computes the addresses of a wavefront's lanes before an access.
#pragma once

#include <array>
#include <cstdint>

#include "hip/isa/instruction_kind.hpp"
#include "hip/isa/wave.hpp"

namespace gputest::isa {

/// An access of an instruction: the active lanes, and the address of each. Undefined numbers are
/// used unchanged: the instruction itself reports them.
struct LaneAddresses {
  std::uint64_t lanes = 0;
  std::array<std::uint64_t, kLanes> at;
};

/// The addresses of access number `access` (below kind.accesses); for a scalar load only lane 0's.
/// Addresses in a thread's private memory and in LDS count from its beginning. Not for buffers: see
/// buffer.hpp.
LaneAddresses lane_addresses(const Wave& wave, const Operation& op, const InstructionKind& kind,
                             unsigned access);

/// The place of a word of a thread's private memory: the same word of all lanes is contiguous.
std::uint64_t place_in_scratch(const Wave& wave, std::uint64_t offset, unsigned lane);

}  // namespace gputest::isa
