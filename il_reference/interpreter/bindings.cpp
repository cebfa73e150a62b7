#include "il_reference/interpreter/bindings.hpp"

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

}  // namespace gputest::il
