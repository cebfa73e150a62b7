// Text from outside as a terminal, a table and a log may show it.
#pragma once

#include <string>
#include <string_view>

namespace gputest {

/// The text with what is no printable character written as "\n", "\t", "\r" or "\x1b": control
/// characters, DEL, the marks that reverse the direction of writing, and bytes that are no UTF-8.
/// What is printable stays as it is, a backslash too.
std::string printable(std::string_view text);

/// Likewise of a text of several lines, which stay lines; tabs stay as well.
std::string printable_lines(std::string_view text);

}  // namespace gputest
