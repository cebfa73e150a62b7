// Whether LU's planes are stored by their diagonals between the steps.
#pragma once

#include <cstdint>

namespace gputest::lu {

/// The values of the axis `storage`, as the specialization of that name.
enum class Storage : std::uint32_t { plain, diagonal, automatic };

/// Whether, where nothing is measured (common/run/measured_choice.hpp), it is taken to pay to store
/// a launch's arrays anew by diagonals and back, by the rule of docs/sweeps.md: more sweeps than
/// what that costs, over what it saves of each. Both are in numbers of 8 bytes that go between a
/// cell and memory.
constexpr bool diagonals_pay(std::uint32_t sweeps, bool on_gpu) {
  // Of flow, force and residual: five arrays of five numbers, read and written.
  constexpr std::uint32_t kStoring = 5 * 5 * 2;
  // A GPU reads lines of 32 bytes. On a plain wavefront a thread has a line of its own for each of
  // a sweep's 45 numbers (flow and change of a cell and three neighbours, and what is written), and
  // of four that it gets it uses one. Storing, it does so on one side.
  constexpr std::uint32_t kLost = 3, kSwept = 45;
  // Where a thread goes along a diagonal by itself, nothing is saved (docs/lu.md has the times).
  if (!on_gpu) return false;
  return sweeps * kLost * kSwept > kStoring + kLost * kStoring / 2;
}

/// Whether a kernel stores planes by their diagonals.
constexpr bool by_diagonals(Storage storage, std::uint32_t sweeps, bool on_gpu) {
  return storage == Storage::diagonal ||
         (storage == Storage::automatic && diagonals_pay(sweeps, on_gpu));
}

}  // namespace gputest::lu
