// Explains wrong results: which they are, and what that suggests.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace gputest {

/// The wrong results of a launch.
struct WrongResults {
  std::vector<bool> wrong;                   ///< for each number, in the order of memory
  std::uint32_t components = 1;              ///< numbers of a result
  std::array<std::uint64_t, 2> extent{};     ///< results along x and y, if they form a rectangle
  std::array<std::uint32_t, 2> block{1, 1};  ///< threads of a block along x and y
};

/// How many results are wrong, where they are, and the likely reason: "3 of 4099 are wrong, all
/// beyond the last whole block of 256: is there a bounds check?" A thread is supposed to compute
/// one result. Empty if none is wrong.
std::string explain(const WrongResults& results);

}  // namespace gputest
