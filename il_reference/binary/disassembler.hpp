// From IL's tokens to a program and its text.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "il_reference/language/program.hpp"

namespace gputest::il::binary {

/// What a stream of tokens says.
struct Disassembly {
  Program program;
  std::string text;                   ///< of the program; `gputest il check` accepts it
  std::vector<std::string> warnings;  ///< what was left out: "token 4: dcl_global_flags is ignored"
};

/// Most tokens that are read.
inline constexpr std::size_t most_tokens = 1024 * 1024;

/// Reads tokens from the language's to `end`. Throws Error with status bad_input and a sentence
/// that begins "token 12: ", counted from 0, for streams that break off or go on after `end`, for
/// numbers that IL or this language does not have, for bits that mean nothing, and where the
/// program that the tokens are is none.
Disassembly disassemble(std::span<const std::uint32_t> tokens);

}  // namespace gputest::il::binary
