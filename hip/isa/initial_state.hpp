// The registers with which a wavefront begins.
#pragma once

#include "hip/isa/machine.hpp"
#include "hip/isa/wave.hpp"

namespace gputest::isa {

/// What the wavefronts of a launch have in common.
struct LaunchState {
  const Launch* launch = nullptr;
  std::string target;
  std::uint64_t packet = 0, arguments = 0;  ///< addresses
  unsigned waves = 1;                       ///< of a block
  std::uint64_t scratch_of_wave = 0;        ///< bytes
};

/// Sets the wavefront's registers as LLVM's "User Guide for AMDGPU Backend" has them ("Initial
/// Kernel Execution State"). Throws Fault for what this machine lacks.
void begin(Wave& wave, Block& block, unsigned index, const LaunchState& state);

}  // namespace gputest::isa
