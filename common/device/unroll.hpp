// How far the compiler unrolls a kernel's innermost loop: the values of the axis `unroll`.
#pragma once

#include <charconv>
#include <cstdint>
#include <string>

namespace gputest {

inline constexpr const char* kUnrollAxis = "unroll";

/// Turns in a row; 0 for "compiler", which leaves it to the compiler.
inline std::uint32_t unrolled_turns(const std::string& value) {
  std::uint32_t turns = 0;
  std::from_chars(value.data(), value.data() + value.size(), turns);
  return turns;
}

}  // namespace gputest
