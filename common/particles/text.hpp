// Reads text files line by line and word by word, in linear time and without a locale.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace gputest {

/// Takes the first blank-separated word off `rest`; empty if none is left.
std::string_view next_word(std::string_view& rest);

/// Whether a word is written as a number: "1", "+1.5", "1e-3", Fortran's "1D-3", "nan" and "inf".
bool is_number(std::string_view word);

/// Reads a word that is written as a finite number; false if it is not.
bool parse_finite(std::string_view word, double& value);

/// A word for an error message: in quotes, shortened, and with unprintable bytes replaced.
std::string quoted(std::string_view word);

/// The lines of a text, numbered from 1, and conversions with errors that name the current line.
/// Cheap to copy; a copy continues at the position of the original. Content and name must outlive
/// it.
class LineScanner {
 public:
  enum class Comments { none, hash };  ///< hash: text() ends before a '#'

  LineScanner(std::string_view content, std::string_view name, Comments comments = Comments::none)
      : content_(content), name_(name), comments_(comments) {}

  /// Moves to the next line; false at the end, where the last line stays the current one.
  bool next();
  /// The same, skipping lines without a word.
  bool next_filled();

  std::string_view text() const;                  ///< without its newline and comment
  std::string_view raw() const { return line_; }  ///< with its comment
  std::uint64_t line_number() const { return line_number_; }
  bool unterminated() const { return position_ > content_.size(); }  ///< the file ends in this line
  /// Whether the file ends in a word of the current line, which may be incomplete.
  bool ends_in_word() const;
  std::string_view name() const { return name_; }  ///< of the file

  /// Throws Error(bad_input): "<name>, line <number>: <sentence>".
  [[noreturn]] void fail(std::string_view sentence) const;

  // A number that ends with the file is refused: a truncated file may have lost the rest of it.

  /// A finite number, or Error(bad_input).
  double number(std::string_view word) const;
  /// A finite number that is not negative, or Error(bad_input).
  double mass(std::string_view word) const;
  /// A whole number, or Error(bad_input).
  std::int64_t integer(std::string_view word) const;
  /// A whole number above zero, or Error(bad_input). `what` is plural: "atoms".
  std::uint64_t count(std::string_view word, std::string_view what) const;

  /// Throws Error(bad_input) if `count` records of at least `bytes_each` cannot be in this content.
  /// Call it before allocating memory for them.
  void require_room(std::uint64_t count, std::uint64_t bytes_each, std::string_view what) const;

 private:
  void refuse_cut(std::string_view word) const;

  std::string_view content_;
  std::string_view name_;
  Comments comments_;
  std::size_t position_ = 0;  ///< of the first byte after the current line
  std::string_view line_;
  std::uint64_t line_number_ = 0;
};

}  // namespace gputest
