// From a program to IL's tokens.
#pragma once

#include <cstdint>
#include <vector>

#include "il_reference/language/program.hpp"

namespace gputest::il::binary {

/// The program's tokens. Throws LocatedError if something has no token: bfi, bfm,
/// dcl_typeless_uav_id, _coordtype, numbers that do not fit.
std::vector<std::uint32_t> assemble(const Program& program);

/// The program in the form that its tokens keep. The version has its numbers, declarations of
/// inputs and outputs have their usage in one form, `loop` is whileloop, and a _sharingMode equal
/// to the program's is left out. disassemble(assemble(p)) is canonical(p). Throws like assemble().
Program canonical(const Program& program);

}  // namespace gputest::il::binary
