// A typical device of each target, for launch plans without a device.
#pragma once

#include <cstdint>
#include <string_view>

namespace gputest {

/// A commercial device and its number of multiprocessors as its run-time library counts them.
struct TypicalDevice {
  std::string_view name;
  std::uint32_t multiprocessors;
};

/// The typical device of a target by the compilers' name ("gfx906", "sm_90"); for an unknown
/// target, "an unknown device" with 64 multiprocessors. The numbers are from the vendors' data
/// sheets. From RDNA on, HIP counts workgroup processors, of two compute units each.
TypicalDevice typical_device(std::string_view target);

}  // namespace gputest
