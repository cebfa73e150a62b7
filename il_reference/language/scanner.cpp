#include "il_reference/language/scanner.hpp"

#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

namespace gputest::il {
namespace {

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Some compilers' printf writes NaN and infinity like this: 1.#INF, -1.#IND, 1.#QNAN.
std::optional<float> special_value(std::string_view lexeme) {
  if (lexeme == "1.#INF" || lexeme == "inf") return std::numeric_limits<float>::infinity();
  if (lexeme.starts_with("1.#") || lexeme == "nan") {
    return std::numeric_limits<float>::quiet_NaN();
  }
  return std::nullopt;
}

std::optional<float> float_value(std::string_view lexeme) {
  if (lexeme.ends_with('f') || lexeme.ends_with('F')) lexeme.remove_suffix(1);
  float value = 0;
  const auto [end, error] = std::from_chars(lexeme.data(), lexeme.data() + lexeme.size(), value);
  if (end != lexeme.data() + lexeme.size()) return std::nullopt;
  if (error == std::errc::invalid_argument) return std::nullopt;
  if (error == std::errc::result_out_of_range) {
    const std::size_t exponent = lexeme.find_first_of("eE");
    const bool tiny =
        exponent != std::string_view::npos && lexeme.substr(exponent + 1).starts_with('-');
    return tiny ? 0.0f : std::numeric_limits<float>::infinity();
  }
  return value;
}

}  // namespace

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

std::string lower_case(std::string_view text) {
  std::string made(text);
  for (char& c : made)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return made;
}

void Scanner::advance() {
  if (at_end()) return;
  if (text_[position_] == '\n') {
    ++line_;
    column_ = 1;
  } else {
    ++column_;
  }
  ++position_;
}

void Scanner::skip_space_in_line() {
  while (true) {
    while (!at_end() && peek() != '\n' && is_space(peek())) advance();
    if (!text_.substr(position_).starts_with("/*")) break;
    const Location start = location();
    const std::size_t end = text_.find("*/", position_ + 2);
    while (!at_end() && position_ < end) advance();
    if (at_end()) {
      open_comment_ = start;
      return;
    }
    advance();
    advance();
  }
  const bool comment = peek() == ';' || text_.substr(position_).starts_with("//");
  while (comment && !at_end() && peek() != '\n') advance();
}

void Scanner::skip_space() {
  skip_space_in_line();
  while (peek() == '\n' && !at_end()) {
    advance();
    skip_space_in_line();
  }
}

void Scanner::skip_line() {
  while (!at_end() && peek() != '\n') advance();
  advance();
}

bool Scanner::accept(char wanted) {
  skip_space();
  if (at_end() || peek() != wanted) return false;
  advance();
  return true;
}

std::string_view Scanner::word() {
  const std::size_t start = position_;
  while (is_letter(peek()) || is_digit(peek()) || peek() == '_') advance();
  return text_.substr(start, position_ - start);
}

std::string_view Scanner::letters() {
  const std::size_t start = position_;
  while (is_letter(peek())) advance();
  return text_.substr(start, position_ - start);
}

std::string_view Scanner::digits() {
  const std::size_t start = position_;
  while (is_digit(peek())) advance();
  return text_.substr(start, position_ - start);
}

std::string_view Scanner::run_of(std::string_view set) {
  const std::size_t start = position_;
  while (!at_end() && set.find(peek()) != std::string_view::npos) advance();
  return text_.substr(start, position_ - start);
}

std::optional<std::uint32_t> unsigned_number(std::string_view lexeme) {
  if (lexeme.ends_with('u') || lexeme.ends_with('U')) lexeme.remove_suffix(1);
  int base = 10;
  if (lexeme.starts_with("0x") || lexeme.starts_with("0X")) {
    base = 16;
    lexeme.remove_prefix(2);
  }
  std::uint32_t value = 0;
  const auto [end, error] =
      std::from_chars(lexeme.data(), lexeme.data() + lexeme.size(), value, base);
  if (error != std::errc() || end != lexeme.data() + lexeme.size()) return std::nullopt;
  return value;
}

std::optional<std::uint32_t> number_bits(std::string_view lexeme) {
  const bool negative = lexeme.starts_with('-');
  if (negative || lexeme.starts_with('+')) lexeme.remove_prefix(1);
  if (lexeme.empty() || lexeme.front() == '-' || lexeme.front() == '+') return std::nullopt;
  if (const auto special = special_value(lexeme)) {
    return std::bit_cast<std::uint32_t>(std::copysign(*special, negative ? -1.0f : 1.0f));
  }
  const bool hexadecimal = lexeme.starts_with("0x") || lexeme.starts_with("0X");
  if (!hexadecimal && lexeme.find_first_of(".eEfF") != std::string_view::npos) {
    const auto value = float_value(lexeme);
    if (!value) return std::nullopt;
    return std::bit_cast<std::uint32_t>(negative ? -*value : *value);
  }
  const auto value = unsigned_number(lexeme);
  if (!value || (negative && *value > 0x80000000u)) return std::nullopt;
  return negative ? 0u - *value : *value;
}

}  // namespace gputest::il
