// The axis `unroll`: how many iterations of a kernel's innermost loop the compiler unrolls.
#pragma once

#include <charconv>
#include <cstdint>
#include <string>

namespace gputest {

inline constexpr const char* kUnrollAxis = "unroll";

/// The number of unrolled iterations; 0 for "compiler", which lets the compiler decide.
inline std::uint32_t unrolled_turns(const std::string& value) {
  std::uint32_t turns = 0;
  std::from_chars(value.data(), value.data() + value.size(), turns);
  return turns;
}

}  // namespace gputest
