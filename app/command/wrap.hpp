// Lines that end between words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gputest {

/// Of UTF-8: bytes that do not continue a character.
std::size_t characters_in(std::string_view text);

/// The text in lines of `width` characters at most, broken at blanks. A word longer than that has
/// a line of its own. At least one line; blanks at the beginning stay.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

}  // namespace gputest
