// From IL text to a Program.
#pragma once

#include <string_view>

#include "il_reference/language/diagnostics.hpp"
#include "il_reference/language/program.hpp"

namespace gputest::il {

/// What parsing gives: the program as far as it could be read, and everything found wrong.
struct Parsed {
  Program program;  ///< whole only where there are no errors
  Diagnostics diagnostics;
  /// Whether every declaration could be read. Where not, check() would blame their uses.
  bool declarations_whole = true;
};

/// Reads a text: all of its errors in one go, and warnings (checker.hpp adds those that need the
/// whole program). Accepts what AMD's compilers took: white space anywhere, Windows line endings, a
/// missing endmain or endfunc, text after end.
///
/// Limits, each an error: 4 MiB of text, 65536 instructions after macros are expanded, 65536 temps,
/// register numbers below 65536. After 100 errors no more is read.
Parsed parse(std::string_view text);

/// parse() and check(); throws Error with status bad_input and all messages when there is an error.
/// The warnings are appended to `warnings` where it is not null.
Program read_program(std::string_view text, std::string_view file, Diagnostics* warnings = nullptr);

}  // namespace gputest::il
