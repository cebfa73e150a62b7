// Runs a kernel's blocks: wavefronts of a block in turns, blocks beside each other.
#pragma once

#include <array>
#include <cstdint>

#include "hip/isa/code_object.hpp"
#include "hip/isa/memory.hpp"

namespace gputest::isa {

/// A launch.
struct Launch {
  const Kernel* kernel = nullptr;
  std::array<std::uint32_t, 3> grid{1, 1, 1};   ///< blocks
  std::array<std::uint32_t, 3> block{1, 1, 1};  ///< threads
  std::uint32_t dynamic_lds = 0;                ///< bytes
  void** arguments = nullptr;                   ///< a pointer to each explicit argument
};

/// What a launch did.
struct Counts {
  std::uint64_t instructions = 0;       ///< of wavefronts
  std::uint64_t lane_instructions = 0;  ///< active lanes of those that work on lanes
};

/// Runs the launch and comes back when it has ended. Throws Fault, which names kernel, instruction,
/// block and wavefront.
Counts run(const Launch& launch, Memory& memory, const std::string& target);

}  // namespace gputest::isa
