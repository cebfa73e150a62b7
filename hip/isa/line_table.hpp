// The source lines of machine code, from the section .debug_line.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace gputest::isa {

/// Maps addresses, relative to the code object, to the source line of the code from there on:
/// "k.hip:12". Reads DWARF versions 4 and 5, "DWARF Debugging Information Format Version 5",
/// section 6.2. `strings` is the section .debug_line_str. Unreadable parts are left out.
std::map<std::uint64_t, std::string> read_lines(std::string_view section, std::string_view strings);

}  // namespace gputest::isa
