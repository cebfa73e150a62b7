#include "il_reference/cal/format.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace gputest::cal {

const std::vector<Format>& formats() {
  using Type = Format::Type;
  static const std::vector<Format> all{
      {"float1", "FLOAT_1", 1, Type::float32},
      {"float2", "FLOAT_2", 2, Type::float32},
      {"float4", "FLOAT_4", 4, Type::float32},
      {"int1", "SIGNED_INT32_1", 1, Type::int32},
      {"int2", "SIGNED_INT32_2", 2, Type::int32},
      {"int4", "SIGNED_INT32_4", 4, Type::int32},
      {"uint1", "UNSIGNED_INT32_1", 1, Type::uint32},
      {"uint2", "UNSIGNED_INT32_2", 2, Type::uint32},
      {"uint4", "UNSIGNED_INT32_4", 4, Type::uint32},
      {"double1", "DOUBLE_1", 2, Type::float64},
      {"double2", "DOUBLE_2", 4, Type::float64},
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
