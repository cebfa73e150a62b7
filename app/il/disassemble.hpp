// `gputest il disassemble` and `gputest il assemble`: IL's tokens to text, and back.
#pragma once

#include <string>

#include "common/core/error.hpp"

namespace gputest {

/// Prints the text of the tokens in a file or an ELF image, or writes it to `output`. IL text in an
/// image is printed unchanged.
Status disassemble_il(const std::string& file, const std::string& output);

/// Writes the tokens of an IL text to `output`, or to standard output if that is "-".
Status assemble_il(const std::string& file, const std::string& output);

}  // namespace gputest
