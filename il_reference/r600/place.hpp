// Where in a kernel's machine code something is, for a sentence.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "il_reference/r600/assembly.hpp"

namespace gputest::r600 {

/// A place in the code and, while it runs, whose it is.
struct Place {
  std::size_t step = 0;               ///< in Program::steps
  std::optional<std::size_t> bundle;  ///< in the step's clause
  std::optional<std::array<std::uint32_t, 3>> group;
  std::size_t wavefront = 0;  ///< in the group
  std::optional<unsigned> lane;
};

/// "kernel il_main, step 12, bundle 3, instruction "MOV T1.X, T2.Y" (kernel.il:44), group
/// (0, 0, 0), wavefront 0, lane 17"; what is not set is not told, nor is a line that is not known.
std::string where(const std::string& kernel, const Place& place, const Operation& at);

}  // namespace gputest::r600
