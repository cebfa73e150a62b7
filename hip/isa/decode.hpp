// Machine code to operations.
#pragma once

#include <string>
#include <string_view>

#include "hip/isa/disassembler.hpp"
#include "hip/isa/program.hpp"
#include "hip/isa/semantics.hpp"

namespace gputest::isa {

/// The instruction that the text is. Throws Fault where this machine lacks it, and Error(bad_input)
/// where it is none.
Operation decode_text(const std::string& text, const Surroundings& in);

/// The kernel's code, which begins at that address. An instruction that this machine lacks becomes
/// an operation that is a Fault when it is reached.
Program decode(const Disassembler& disassembler, const Surroundings& surroundings,
               std::string_view code, std::uint64_t address, const std::string& kernel);

}  // namespace gputest::isa
