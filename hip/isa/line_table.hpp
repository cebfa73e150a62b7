// The source's lines of machine code, as the section .debug_line has them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace gputest::isa {

/// From which address on, relative to the code object, the code is of which line: "k.hip:12". Of
/// DWARF's versions 4 and 5, "DWARF Debugging Information Format Version 5", section 6.2. `strings`
/// is the section .debug_line_str. Nothing of what cannot be read.
std::map<std::uint64_t, std::string> read_lines(std::string_view section, std::string_view strings);

}  // namespace gputest::isa
