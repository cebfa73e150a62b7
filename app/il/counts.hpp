// How often a run of the interpreter executed each instruction.
#pragma once

#include <string>

#include "il_reference/interpreter/bindings.hpp"
#include "il_reference/language/program.hpp"

namespace gputest {

/// The program with each instruction's count, the threads that executed it, and the sums by unit of
/// the vector processor. `statistics` have been counted.
std::string il_counts_text(const il::Program& program, const il::RunStatistics& statistics);

}  // namespace gputest
