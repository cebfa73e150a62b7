// Walks over IL text by characters. IL has no fixed tokens: the meaning of `_` or a digit depends
// on its context (r2.0y is a register and a mask). So the parser asks for the token it expects.
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
  /// Where a comment begins that has no closing */.
  std::optional<Location> open_comment() const { return open_comment_; }

  void advance();
  /// Skips white space, ends of lines and comments.
  void skip_space();
  /// Skips white space and comments within the line; a comment may span several lines.
  void skip_space_in_line();
  /// Moves to the start of the next line.
  void skip_line();

  /// Skips white space and then `wanted` if it follows; returns whether it did.
  bool accept(char wanted);
  /// The longest run of letters, digits and `_` from here.
  std::string_view word();
  std::string_view letters();
  std::string_view digits();
  /// The longest run of characters in `set` from here.
  std::string_view run_of(std::string_view set);

 private:
  std::string_view text_;
  std::size_t position_ = 0;
  std::uint32_t line_ = 1;
  std::uint32_t column_ = 1;
  std::optional<Location> open_comment_;
};

/// 0 to 9, in every locale.
bool is_digit(char c);
/// a to z and A to Z, in every locale.
bool is_letter(char c);
/// Replaces A to Z by a to z, in every locale.
std::string lower_case(std::string_view text);

/// The bits of a number in dcl_literal: 2 is an integer, 2.0, .5, 1e-5 and 1.0f are floats, 0x…
/// gives the bits. Integers go from -2^31 to 2^32 - 1. None if the text is not a number.
std::optional<std::uint32_t> number_bits(std::string_view lexeme);

/// A decimal or 0x integer below 2^32.
std::optional<std::uint32_t> unsigned_number(std::string_view lexeme);

}  // namespace gputest::il
