// Whether LU's planes are stored by diagonals between the steps.
#pragma once

#include <cstdint>

namespace gputest::lu {

/// The values of the axis `storage` and of its specialization.
enum class Storage : std::uint32_t { plain, diagonal, automatic };

/// Whether converting a launch's arrays to diagonals and back is assumed to pay if nothing is
/// measured (common/run/measured_choice.hpp). The rule is that of docs/sweeps.md: it pays if there
/// are more sweeps than the cost over the saving per sweep. Both are counted in 8-byte numbers that
/// go between a cell and memory.
constexpr bool diagonals_pay(std::uint32_t sweeps, bool on_gpu) {
  // For flow, force and residual: five arrays of five numbers, read and written.
  constexpr std::uint32_t kStoring = 5 * 5 * 2;
  // A GPU reads lines of 32 bytes. A sweep uses 45 numbers: flow and change of a cell and three
  // neighbours, and the results. On a plain wavefront each thread reads a separate line for each,
  // and uses one of the four numbers in it. The conversion has the same loss on one side.
  constexpr std::uint32_t kLost = 3, kSwept = 45;
  // Nothing is saved if a single thread goes along a diagonal (docs/lu.md has the times).
  if (!on_gpu) return false;
  return sweeps * kLost * kSwept > kStoring + kLost * kStoring / 2;
}

/// Whether a kernel stores planes by their diagonals.
constexpr bool by_diagonals(Storage storage, std::uint32_t sweeps, bool on_gpu) {
  return storage == Storage::diagonal ||
         (storage == Storage::automatic && diagonals_pay(sweeps, on_gpu));
}

}  // namespace gputest::lu
