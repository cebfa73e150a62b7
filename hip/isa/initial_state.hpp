// Sets the initial registers of a wavefront.
#pragma once

#include "hip/isa/machine.hpp"
#include "hip/isa/wave.hpp"

namespace gputest::isa {

/// The state that the wavefronts of a launch share.
struct LaunchState {
  const Launch* launch = nullptr;
  std::string target;
  std::uint64_t packet = 0, arguments = 0;  ///< addresses
  unsigned waves = 1;                       ///< per block
  std::uint64_t scratch_of_wave = 0;        ///< bytes
};

/// Sets the wavefront's registers according to LLVM's "User Guide for AMDGPU Backend" ("Initial
/// Kernel Execution State"). Throws Fault for features that this machine lacks.
void begin(Wave& wave, Block& block, unsigned index, const LaunchState& state);

}  // namespace gputest::isa
