// From IL text to a Program.
#pragma once

#include <string>
#include <string_view>

#include "common/core/error.hpp"
#include "il_reference/language/diagnostics.hpp"
#include "il_reference/language/program.hpp"

namespace gputest::il {

/// The result of parsing: the program as far as it could be read, and all errors and warnings.
struct Parsed {
  Program program;  ///< complete only if there are no errors
  Diagnostics diagnostics;
  /// Whether every declaration could be read. If not, check() would report their uses as errors.
  bool declarations_whole = true;
};

/// Reads a text and collects all of its errors, and warnings (checker.hpp adds those that need the
/// whole program). Accepts everything that AMD's compilers accepted: white space anywhere, Windows
/// line endings, a missing endmain or endfunc, text after end.
///
/// Limits, each an error: 4 MiB of text, 65536 instructions after macros are expanded, 65536 temps,
/// register numbers below 65536. Parsing stops after 100 errors.
Parsed parse(std::string_view text);

/// parse() and, if every declaration could be read, check(): the first errors and warnings of both.
Parsed parse_and_check(std::string_view text);

/// A text has errors. what() is one line for each message, without a last newline.
class TextErrors : public Error {
 public:
  explicit TextErrors(const std::string& lines) : Error(Status::bad_input, lines) {}
};

/// The program of parse_and_check(). Throws TextErrors with all messages if there is an error.
/// Appends the warnings to `warnings` unless it is null.
Program read_program(std::string_view text, std::string_view file, Diagnostics* warnings = nullptr);

}  // namespace gputest::il
