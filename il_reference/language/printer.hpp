// From a Program back to text.
#pragma once

#include <string>

#include "il_reference/language/program.hpp"

namespace gputest::il {

/// One instruction, without indentation: "mad r3, r9, r0.w, r3".
std::string to_text(const Instruction& instruction);

/// An operand in the text's form: "r0.w", "r7.xyz1".
std::string to_text(const Source& source);
/// An operand in the text's form: "r2.0y".
std::string to_text(const Destination& destination);

/// The whole program, one statement per line, blocks indented. Parsing it gives an equivalent
/// program.
std::string to_text(const Program& program);

}  // namespace gputest::il
