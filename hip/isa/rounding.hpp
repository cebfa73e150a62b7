// Rounding modes other than to the nearest, from a wavefront's mode.
#pragma once

#include <cstdint>
#include <string_view>

#include "hip/isa/operation.hpp"
#include "hip/isa/wave.hpp"

namespace gputest::isa {

/// The mode field that rounds an instruction's result ("RDNA 2" ISA manual, MODE.ROUND). Unknown
/// for instructions that no public text describes well enough: estimates, halves, atomic sums.
Rounding rounding_of(std::string_view mnemonic);

/// Executes the operation if the wavefront's mode does not round to the nearest. Throws Fault if
/// the instruction's rounding is unknown.
void run_rounded(Wave& wave, const Operation& op);

/// Executes the operation.
inline void run(Wave& wave, const Operation& op) {
  if (wave.rounds_otherwise()) [[unlikely]]
    run_rounded(wave, op);
  else
    op.run(wave, op);
}

}  // namespace gputest::isa
