// Walks over IL text by characters. IL has no fixed tokens: what `_` or a digit means depends on
// where it stands (r2.0y is a register and a mask), so the parser requests what it expects.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "il_reference/language/program.hpp"

namespace gputest::il {

/// A position in a text, with its line and column.
class Scanner {
 public:
  Scanner() = default;
  explicit Scanner(std::string_view text) : text_(text) {}

  bool at_end() const { return position_ >= text_.size(); }
  /// The character here, '\0' at the end.
  char peek() const { return at_end() ? '\0' : text_[position_]; }
  std::size_t position() const { return position_; }
  std::string_view text() const { return text_; }
  Location location() const { return {line_, column_}; }
  /// Where the comment begins that the text ends in without its */.
  std::optional<Location> open_comment() const { return open_comment_; }

  void advance();
  /// Passes white space, ends of lines and comments.
  void skip_space();
  /// Passes white space and comments, within the line; a comment of several lines is one of them.
  void skip_space_in_line();
  /// To the start of the next line.
  void skip_line();

  /// Passes `wanted` if it is here after white space; says whether it was.
  bool accept(char wanted);
  /// The longest run here of letters, digits and `_`.
  std::string_view word();
  std::string_view letters();
  std::string_view digits();
  /// The longest run here of characters out of `set`.
  std::string_view run_of(std::string_view set);

 private:
  std::string_view text_;
  std::size_t position_ = 0;
  std::uint32_t line_ = 1;
  std::uint32_t column_ = 1;
  std::optional<Location> open_comment_;
};

/// 0 to 9, whatever the locale.
bool is_digit(char c);
/// a to z and A to Z, whatever the locale.
bool is_letter(char c);
/// With a to z in place of A to Z, whatever the locale.
std::string lower_case(std::string_view text);

/// The bits of a number as dcl_literal takes them: 2 as an integer, 2.0, .5, 1e-5 and 1.0f as a
/// float, 0x… as it stands. Integers go from -2^31 to 2^32 - 1. None where it is no number.
std::optional<std::uint32_t> number_bits(std::string_view lexeme);

/// A decimal or 0x integer below 2^32.
std::optional<std::uint32_t> unsigned_number(std::string_view lexeme);

}  // namespace gputest::il
