#include "il_reference/interpreter/bindings.hpp"

#include "il_reference/language/program.hpp"

namespace gputest::il {

unsigned words(Format format) {
  switch (format) {
    case Format::float1:
    case Format::int1:
    case Format::uint1:
      return 1;
    case Format::float2:
    case Format::int2:
    case Format::uint2:
    case Format::double1:
      return 2;
    case Format::float4:
    case Format::int4:
    case Format::uint4:
    case Format::double2:
      return 4;
  }
  return 4;
}

WithGds::WithGds(const Program& program, const Bindings& bound) : bindings(bound) {
  for (const Uav& declared : program.uavs) {
    if (!is_gds(declared.id)) continue;
    memory_.emplace_back((declared.bytes + 3) / 4);
    UavBinding& made = bindings.uavs[declared.id];
    made.memory = memory_.back();
    made.width = made.pitch = static_cast<std::uint32_t>(memory_.back().size());
  }
}

}  // namespace gputest::il
