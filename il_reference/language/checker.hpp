// Requirements on a program beyond IL's grammar.
#pragma once

#include "il_reference/language/diagnostics.hpp"
#include "il_reference/language/program.hpp"

namespace gputest::il {

/// Errors: undeclared literals, constant buffers, indexed temps, LDS and UAVs; constant buffers and
/// indexed temps used past their declared size; destinations that cannot be written and sources
/// that cannot be read; compute registers and instructions in a pixel program and the reverse;
/// functions that may call themselves.
/// Warnings: undeclared resources and outputs; masks that write nothing or name a slot that nothing
/// reads; used slots that a short swizzle repeats; halves of doubles.
Diagnostics check(const Program& program);

}  // namespace gputest::il
