// A place in a kernel's machine code, as text.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "il_reference/r600/assembly.hpp"

namespace gputest::r600 {

/// A place in the code and, at run time, its group, wavefront and lane.
struct Place {
  std::size_t step = 0;               ///< in Program::steps
  std::optional<std::size_t> bundle;  ///< in the step's clause
  std::optional<std::array<std::uint32_t, 3>> group;
  std::size_t wavefront = 0;  ///< in the group
  std::optional<unsigned> lane;
};

/// "kernel il_main, step 12, bundle 3, instruction "MOV T1.X, T2.Y" (kernel.il:44), group (0, 0,
/// 0), wavefront 0, lane 17". Unset parts and an unknown line are left out.
std::string where(const std::string& kernel, const Place& place, const Operation& at);

}  // namespace gputest::r600
