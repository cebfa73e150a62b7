// Text from outside made safe for terminals, tables and logs.
#pragma once

#include <string>
#include <string_view>

namespace gputest {

/// The text with unprintable parts written like "\n", "\t", "\r" or "\x1b": control characters,
/// DEL, the marks that change the writing direction, and bytes that are not UTF-8. Everything else
/// remains, backslashes too.
std::string printable(std::string_view text);

/// The same for text of several lines: keeps line ends and tabs.
std::string printable_lines(std::string_view text);

}  // namespace gputest
