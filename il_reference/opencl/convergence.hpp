// Finds places that all threads of a group reach together, so that a barrier is allowed there.
#pragma once

#include "il_reference/language/program.hpp"

namespace gputest::il {

/// Whether the text shows that every thread executes the instruction equally often and in step. The
/// instruction must be outside of all blocks, in main or in a function that is called only from
/// such places and unconditionally. No thread may have left main or that function before.
bool all_threads_meet(const Program& program, const Instruction& instruction);

}  // namespace gputest::il
