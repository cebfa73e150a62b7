// Where all threads of a group come by together, so that a barrier may stand there.
#pragma once

#include "il_reference/language/program.hpp"

namespace gputest::il {

/// Whether every thread executes the instruction equally often and in step, as far as the text
/// shows it: it stands outside of all blocks, in main or in a function that is only called from
/// such places and without a condition, and no thread may have left main or that function before.
bool all_threads_meet(const Program& program, const Instruction& instruction);

}  // namespace gputest::il
