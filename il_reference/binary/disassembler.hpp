// From IL's tokens to a program and its text.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "il_reference/language/program.hpp"

namespace gputest::il::binary {

/// The content of a stream of tokens.
struct Disassembly {
  Program program;
  std::string text;                   ///< the program's text; `gputest il check` accepts it
  std::vector<std::string> warnings;  ///< ignored parts: "token 4: dcl_global_flags is ignored"
};

/// The largest number of tokens in a stream.
inline constexpr std::size_t most_tokens = 1024 * 1024;

/// Reads tokens from the language token to `end`. Throws Error with status bad_input and a sentence
/// that begins "token 12: ", counted from 0. Causes: a stream that lacks `end` or continues after
/// it, numbers that IL or this language lacks, bits without a meaning, an invalid program.
Disassembly disassemble(std::span<const std::uint32_t> tokens);

}  // namespace gputest::il::binary
