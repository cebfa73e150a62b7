// Which slots of its operands an instruction uses.
#pragma once

#include <cstddef>

#include "il_reference/language/program.hpp"

namespace gputest::il {

/// Bit i is set where slot i of the destination takes the instruction's result.
unsigned slots_written(const Instruction& instruction);

/// Bit i is set where slot i of a source, after swizzling, bears on the result.
unsigned slots_read(const Instruction& instruction, std::size_t source);

}  // namespace gputest::il
