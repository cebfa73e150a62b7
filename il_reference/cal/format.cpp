#include "il_reference/cal/format.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace gputest::cal {

const std::vector<Format>& formats() {
  static const std::vector<Format> all{
      {"float1", "FLOAT_1", 1, il::Format::float1},
      {"float2", "FLOAT_2", 2, il::Format::float2},
      {"float4", "FLOAT_4", 4, il::Format::float4},
      {"int1", "SIGNED_INT32_1", 1, il::Format::int1},
      {"int2", "SIGNED_INT32_2", 2, il::Format::int2},
      {"int4", "SIGNED_INT32_4", 4, il::Format::int4},
      {"uint1", "UNSIGNED_INT32_1", 1, il::Format::uint1},
      {"uint2", "UNSIGNED_INT32_2", 2, il::Format::uint2},
      {"uint4", "UNSIGNED_INT32_4", 4, il::Format::uint4},
      {"double1", "DOUBLE_1", 2, il::Format::double1},
      {"double2", "DOUBLE_2", 4, il::Format::double2},
  };
  return all;
}

const Format* find_format(std::string_view name) {
  for (const Format& format : formats())
    if (format.name == name) return &format;
  return nullptr;
}

const Format& format(std::string_view name) {
  if (const Format* found = find_format(name)) return *found;
  throw std::logic_error(fmt::format("CAL has no format {}", name));
}

}  // namespace gputest::cal
