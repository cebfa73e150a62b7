// `gputest il disassemble` and `gputest il assemble`: IL's tokens to text, and back.
#pragma once

#include <string>

#include "common/core/error.hpp"

namespace gputest {

/// Prints the text of the tokens in a file or an ELF image, or writes it to `output`. What an image
/// holds as text is given as it stands.
Status disassemble_il(const std::string& file, const std::string& output);

/// Writes the tokens of an IL text to `output`, standard output where it is "-".
Status assemble_il(const std::string& file, const std::string& output);

}  // namespace gputest
