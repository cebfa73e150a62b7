// Pictures of the lines and banks that a wavefront touches, for --draw.
#pragma once

#include <string>

#include "app/table/count_tables.hpp"

namespace gputest {

/// The case's name and a picture of each of its first accesses, in lines of at most 80 characters.
/// A row of a picture is a line of 128 bytes, a character 4 bytes of it. For LDS these are its 32
/// banks. Empty without accesses.
std::string access_drawing(const CountedCase& one);

/// Explains the characters of the pictures.
std::string access_drawing_key();

}  // namespace gputest
