// The element formats of CAL's resources.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace gputest::cal {

/// CAL_FORMAT_FLOAT_1 … CAL_FORMAT_DOUBLE_2, of which only the size matters to memory: a register
/// receives the element's bits, and slots beyond its components receive zeros.
struct Format {
  std::string_view name;     ///< "float4" in file arguments and messages
  std::string_view calname;  ///< "FLOAT_4", after CAL_FORMAT_
  std::uint32_t words;       ///< 32-bit slots an element: 4 for FLOAT_4 and DOUBLE_2
  enum class Type { float32, int32, uint32, float64 } type;

  std::uint64_t bytes() const { return 4u * words; }
  bool operator==(const Format& other) const { return name == other.name; }
};

/// Every format, in CAL's order.
const std::vector<Format>& formats();

/// The format of that name ("float4"). Throws std::logic_error where there is none: for names in
/// code; names from a user go through find_format().
const Format& format(std::string_view name);

/// Null if there is no format of that name.
const Format* find_format(std::string_view name);

}  // namespace gputest::cal
