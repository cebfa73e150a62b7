// A device of each target, for launch plans where none of it is there.
#pragma once

#include <cstdint>
#include <string_view>

namespace gputest {

/// A device that is sold, and how many multiprocessors its run-time library says it has.
struct TypicalDevice {
  std::string_view name;
  std::uint32_t multiprocessors;
};

/// Of a target as the compilers name it ("gfx906", "sm_90"); of one that is not known, "an unknown
/// device" of 64. The numbers are those of the vendors' data sheets; from RDNA on HIP counts
/// workgroup processors, of two compute units each.
TypicalDevice typical_device(std::string_view target);

}  // namespace gputest
