// Wraps text between words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gputest {

/// The number of characters of a UTF-8 text: bytes that do not continue a character.
std::size_t characters_in(std::string_view text);

/// The text in lines of at most `width` characters, broken at blanks. A longer word gets its own
/// line. Returns at least one line; leading blanks remain.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

/// A sentence of any length as lines of at most `width` characters; those after the first are
/// indented. 0: one line.
std::string paragraph(std::string_view sentence, std::size_t width, std::size_t indent = 4);

/// "gravity_te..d_by4": the beginning and the end of a name of more than `width` bytes.
std::string shortened(const std::string& text, std::size_t width);

}  // namespace gputest
