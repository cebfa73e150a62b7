#include "common/particles/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "common/core/error.hpp"

namespace gputest {
namespace {

bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

enum class NumberKind { finite, not_finite, out_of_range, not_a_number };

NumberKind read_plain(std::string_view word, double& value) {
  const char* end = word.data() + word.size();
  const auto [stop, code] = std::from_chars(word.data(), end, value);
  if (stop != end || code == std::errc::invalid_argument) return NumberKind::not_a_number;
  if (code == std::errc::result_out_of_range) return NumberKind::out_of_range;
  return std::isfinite(value) ? NumberKind::finite : NumberKind::not_finite;
}

/// std::from_chars supports neither a leading '+' nor Fortran's exponent letter D.
std::string_view without_plus(std::string_view word) {
  const bool plus = word.size() > 1 && word[0] == '+' && word[1] != '-' && word[1] != '+';
  return plus ? word.substr(1) : word;
}

NumberKind read_number(std::string_view word, double& value) {
  word = without_plus(word);
  const auto exponent = word.find_first_of("dD");
  if (exponent == std::string_view::npos) return read_plain(word, value);
  std::string with_e(word);
  with_e[exponent] = 'e';
  return read_plain(with_e, value);
}

}  // namespace

std::string_view next_word(std::string_view& rest) {
  const auto start = std::find_if_not(rest.begin(), rest.end(), is_blank);
  const auto end = std::find_if(start, rest.end(), is_blank);
  const std::string_view word(start, end);
  rest = std::string_view(end, rest.end());
  return word;
}

bool is_number(std::string_view word) {
  double value = 0;
  return read_number(word, value) != NumberKind::not_a_number;
}

bool parse_finite(std::string_view word, double& value) {
  return read_number(word, value) == NumberKind::finite;
}

std::string quoted(std::string_view word) {
  constexpr std::size_t longest = 40;
  std::string shown(word.substr(0, longest));
  std::replace_if(
      shown.begin(), shown.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return fmt::format("'{}{}'", shown, word.size() > longest ? "..." : "");
}

bool LineScanner::next() {
  if (position_ >= content_.size()) return false;
  const auto end = std::min(content_.find('\n', position_), content_.size());
  line_ = content_.substr(position_, end - position_);
  position_ = end + 1;
  ++line_number_;
  return true;
}

bool LineScanner::ends_in_word() const { return unterminated() && !is_blank(content_.back()); }

bool LineScanner::next_filled() {
  while (next()) {
    const auto line = text();
    if (!std::all_of(line.begin(), line.end(), is_blank)) return true;
  }
  return false;
}

std::string_view LineScanner::text() const {
  return comments_ == Comments::hash ? line_.substr(0, line_.find('#')) : line_;
}

void LineScanner::fail(std::string_view sentence) const {
  throw Error(Status::bad_input, fmt::format("{}, line {}: {}", name_, line_number_, sentence));
}

void LineScanner::refuse_cut(std::string_view word) const {
  if (!word.empty() && !content_.empty() && &word.back() == &content_.back())
    fail(
        fmt::format("the file ends in the number {} without a newline, so that it may be cut "
                    "short",
                    quoted(word)));
}

double LineScanner::number(std::string_view word) const {
  refuse_cut(word);
  double value = 0;
  switch (read_number(word, value)) {
    case NumberKind::finite:
      return value;
    case NumberKind::not_finite:
      fail(fmt::format("{} is not a finite number", quoted(word)));
    case NumberKind::out_of_range:
      fail(fmt::format("{} is outside the range of double precision", quoted(word)));
    case NumberKind::not_a_number:
      break;
  }
  fail(fmt::format("{} is not a number", quoted(word)));
}

double LineScanner::mass(std::string_view word) const {
  const double value = number(word);
  if (value < 0) fail(fmt::format("the mass {} is negative", quoted(word)));
  return value;
}

std::int64_t LineScanner::integer(std::string_view word) const {
  refuse_cut(word);
  const auto digits = without_plus(word);
  const char* end = digits.data() + digits.size();
  std::int64_t value = 0;
  const auto [stop, code] = std::from_chars(digits.data(), end, value);
  if (stop != end || code == std::errc::invalid_argument)
    fail(fmt::format("{} is not a whole number", quoted(word)));
  if (code != std::errc()) fail(fmt::format("{} does not fit 64 bits", quoted(word)));
  return value;
}

std::uint64_t LineScanner::count(std::string_view word, std::string_view what) const {
  const std::int64_t value = integer(word);
  if (value <= 0) fail(fmt::format("the number of {} is {} and must be above zero", what, value));
  return static_cast<std::uint64_t>(value);
}

void LineScanner::require_room(std::uint64_t count, std::uint64_t bytes_each,
                               std::string_view what) const {
  if (count > content_.size() / bytes_each + 1)
    fail(fmt::format("{} {} cannot be in a file of {} bytes", count, what, content_.size()));
}

}  // namespace gputest
