// Rounding other than to the nearest, which a wavefront's mode asks for.
#pragma once

#include <cstdint>
#include <string_view>

#include "hip/isa/operation.hpp"
#include "hip/isa/wave.hpp"

namespace gputest::isa {

/// Which of the mode's two fields rounds an instruction's result ("RDNA 2" ISA manual, MODE.ROUND).
/// Unknown is what no public text says enough of: estimates, halves, atomic sums.
Rounding rounding_of(std::string_view mnemonic);

/// Executes the operation where the wavefront's mode rounds otherwise than to the nearest. Throws
/// Fault for one whose rounding is unknown.
void run_rounded(Wave& wave, const Operation& op);

/// Executes the operation.
inline void run(Wave& wave, const Operation& op) {
  if (wave.rounds_otherwise()) [[unlikely]]
    run_rounded(wave, op);
  else
    op.run(wave, op);
}

}  // namespace gputest::isa
