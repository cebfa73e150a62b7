// The text of an operation of a bundle, taken apart.
#pragma once

#include <optional>
#include <stdexcept>
#include <string_view>

#include "il_reference/r600/program.hpp"

namespace gputest::r600 {

/// Registers of the constant buffer that a clause has locked: what KC0[0] is.
struct Window {
  std::uint32_t first = 0;  ///< register
  std::uint32_t count = 0;
};

/// What the text of an operation depends on.
struct Surroundings {
  std::array<std::optional<Window>, 2> windows;  ///< KC0, KC1
  std::vector<std::uint32_t> literals;
  std::uint32_t registers = 0;
};

/// The operation, but for its unit. Throws std::runtime_error, with what is not known.
Alu parse_alu(const Operation& operation, const Surroundings& in);

/// The number that a text is, as far as it is one; moves `text` behind it. Throws
/// std::runtime_error where it begins with none, or with one above `most`.
std::uint32_t take_number(std::string_view& text, std::uint32_t most);

/// x, y, z or w as a number, of either case. Throws std::runtime_error where it is none.
std::uint8_t slot_of(char letter);

/// Throws std::runtime_error where the text does not begin with `with`; moves it behind that.
void take(std::string_view& text, std::string_view with);

}  // namespace gputest::r600
