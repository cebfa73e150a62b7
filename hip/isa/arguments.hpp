// The driver's input to a kernel: explicit and hidden arguments, and the dispatch packet.
#pragma once

#include <cstdint>
#include <vector>

#include "hip/isa/machine.hpp"

namespace gputest::isa {

/// The kernel argument segment. Throws Fault for a hidden argument that this machine lacks.
std::vector<std::uint8_t> argument_segment(const Launch& launch);

/// HSA's kernel dispatch packet ("HSA Runtime Programmer's Reference Manual", AQL).
std::vector<std::uint8_t> dispatch_packet(const Launch& launch, std::uint64_t arguments);

}  // namespace gputest::isa
