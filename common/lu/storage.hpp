// Whether it pays to store LU's planes by their diagonals.
#pragma once

#include <cstdint>

namespace gputest::lu {

/// Whether a solver of that many steps over a cube of that edge is to store its arrays anew by
/// diagonals and back: the rule of docs/sweeps.md, more sweeps than what storing costs over what it
/// saves of a sweep, with what docs/lu.md has measured of both.
constexpr bool diagonals_pay(std::uint32_t edge, std::uint32_t steps) {
  // Nanoseconds a cell: to store three arrays of five numbers and two of them back, and what a
  // sweep saves where the arrays are larger than the caches near a core.
  constexpr double kStoring = 60, kSaved = 10;
  constexpr std::uint32_t kLarge = 24;  // edge: two arrays of five doubles exceed 1 MiB
  return edge >= kLarge && 2 * steps * kSaved > kStoring;
}

}  // namespace gputest::lu
