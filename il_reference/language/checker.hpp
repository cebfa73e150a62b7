// What a program must hold beyond its grammar.
#pragma once

#include "il_reference/language/diagnostics.hpp"
#include "il_reference/language/program.hpp"

namespace gputest::il {

/// Errors: undeclared literals, indexed temps, LDS and UAVs; constant buffers and indexed temps
/// past their declared size; destinations that cannot be written and sources that cannot be read
/// there; compute-only registers and instructions in a pixel program and the reverse; doubles in
/// slots that are no pair. Warnings: undeclared resources and constant buffers, destinations all of
/// whose slots are kept, slots that a short swizzle repeats and that are used.
Diagnostics check(const Program& program);

}  // namespace gputest::il
