// How often a run of the interpreter executed each instruction.
#pragma once

#include <string>

#include "il_reference/interpreter/bindings.hpp"
#include "il_reference/language/program.hpp"

namespace gputest {

/// The program with the count of each instruction: the number of threads that executed it. Below,
/// the sums by unit of the vector processor. `statistics` must have been counted.
std::string il_counts_text(const il::Program& program, const il::RunStatistics& statistics);

}  // namespace gputest
