// The slots of its operands that an instruction uses.
#pragma once

#include <cstddef>

#include "il_reference/language/program.hpp"

namespace gputest::il {

/// Bit i is set if slot i of the destination receives the instruction's result.
unsigned slots_written(const Instruction& instruction);

/// Bit i is set if slot i of a source, after swizzling, affects the result.
unsigned slots_read(const Instruction& instruction, std::size_t source);

}  // namespace gputest::il
