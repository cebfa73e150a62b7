// A sweep of neighbours on the host's processor, one diagonal of a plane at a time.
#pragma once

#include <cstddef>
#include <cstdint>

#include "common/arrays/wavefront.h"
#include "common/sweep/lines.h"
#include "common/sweep/swept_box.hpp"

namespace gputest::sweep {

/// Updates the cells of diagonal `d` of plane z that are not on a face, and copies the rest. `Step`
/// is the line's step if the compiler must know it, otherwise 0.
template <std::size_t Step, class Real>
void sweep_line(const SweptBox<Real>& box, const gt_line& line, std::uint32_t d, std::uint32_t z) {
  const std::size_t step = Step == 0 ? line.step : Step, plane = box.plane(), first = z * plane;
  const Real* const from = box.cells + first;
  Real* const to = box.updated + first;
  const std::uint32_t begin = gt_diagonal_first(d, box.nx), end = gt_diagonal_end(d, box.ny);
  // Offsets below 0 are wrapped numbers.
  const auto at = [](auto* cells, gt_uint offset) {
    return cells + static_cast<std::int32_t>(offset);
  };
  const auto copy = [&](std::uint32_t y) {
    at(to, line.here)[y * step] = at(from, line.here)[y * step];
  };
  if (z == 0 || z + 1 == box.nz) {
    for (std::uint32_t y = begin; y < end; ++y) copy(y);
    return;
  }
  // The ends of a diagonal are on faces: its first cell has y = 0 or x = nx - 1, its last has
  // y = ny - 1 or x = 0.
  copy(begin);
  copy(end - 1);
  const Real *left = at(to, line.left), *above = at(to, line.above);
  const Real *right = at(from, line.right), *below = at(from, line.below);
  const Real *behind = at(to, line.here) - plane, *before = at(from, line.here) + plane;
  Real* const here = at(to, line.here);
#pragma omp simd
  for (std::size_t y = begin + 1; y < end - 1; ++y) {
    const Real sum = left[y * step] + above[y * step] + behind[y * step] + right[y * step] +
                     below[y * step] + before[y * step];
    here[y * step] = GT_WRAPPED(Real, sum, box.modulus, box.inverse);
  }
}

/// Planes of a wavefront that a thread takes at a time.
template <class Real>
std::uint32_t planes_at_once(const SweptBox<Real>& box) {
  constexpr std::uint32_t kCells = 4096;
  return 1 + kCells / std::min(box.nx, box.ny);
}

}  // namespace gputest::sweep
