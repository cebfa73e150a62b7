// Parses the text of an operation of a bundle.
#pragma once

#include <optional>
#include <stdexcept>
#include <string_view>

#include "il_reference/r600/program.hpp"

namespace gputest::r600 {

/// Registers of the constant buffer that a clause has locked: the meaning of KC0[0].
struct Window {
  std::uint32_t first = 0;  ///< register
  std::uint32_t count = 0;
};

/// The context of an operation's text.
struct Surroundings {
  std::array<std::optional<Window>, 2> windows;  ///< KC0, KC1
  std::vector<std::uint32_t> literals;
  std::uint32_t registers = 0;
};

/// The operation without its unit. Throws std::runtime_error, naming the unknown part.
Alu parse_alu(const Operation& operation, const Surroundings& in);

/// The number at the start of the text; moves `text` past it. Throws std::runtime_error if there is
/// none, or if it is above `most`.
std::uint32_t take_number(std::string_view& text, std::uint32_t most);

/// x, y, z or w as a number, in either case. Throws std::runtime_error for other letters.
std::uint8_t slot_of(char letter);

/// Moves the text past `with`. Throws std::runtime_error if the text does not begin with it.
void take(std::string_view& text, std::string_view with);

}  // namespace gputest::r600
