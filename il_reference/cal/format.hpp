// The element formats of CAL's resources.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "il_reference/interpreter/bindings.hpp"

namespace gputest::cal {

/// CAL_FORMAT_FLOAT_1 … CAL_FORMAT_DOUBLE_2.
struct Format {
  std::string_view name;     ///< "float4" in file arguments and messages
  std::string_view calname;  ///< "FLOAT_4", after CAL_FORMAT_
  std::uint32_t words;       ///< 32-bit slots per element: 4 for FLOAT_4 and DOUBLE_2
  il::Format element;        ///< the kernels' view

  std::uint64_t bytes() const { return 4u * words; }
  bool has_doubles() const {
    return element == il::Format::double1 || element == il::Format::double2;
  }
  bool operator==(const Format& other) const { return name == other.name; }
};

/// Every format, in CAL's order.
const std::vector<Format>& formats();

/// The format of that name ("float4"). For names in code: throws std::logic_error if there is none.
/// For a user's names use find_format().
const Format& format(std::string_view name);

/// Null if there is no format of that name.
const Format* find_format(std::string_view name);

}  // namespace gputest::cal
