// Decodes machine code to operations.
#pragma once

#include <string>
#include <string_view>

#include "hip/isa/disassembler.hpp"
#include "hip/isa/program.hpp"
#include "hip/isa/semantics.hpp"

namespace gputest::isa {

/// Decodes one instruction in text form. Throws Fault if the machine lacks it, and Error(bad_input)
/// if the text is not an instruction.
Operation decode_text(const std::string& text, const Surroundings& in);

/// Decodes the kernel's code, which begins at that address. An instruction that this machine lacks
/// becomes an operation that throws a Fault when it is executed.
Program decode(const Disassembler& disassembler, const Surroundings& surroundings,
               std::string_view code, std::uint64_t address, const std::string& kernel);

}  // namespace gputest::isa
