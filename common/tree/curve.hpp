// A body's place on the Hilbert curve through a cube.
#pragma once

#include <cstdint>

#include "common/portable/portable.h"

namespace gputest::tree {

inline constexpr std::uint32_t kCurveBits = 21;  ///< of a coordinate: 63 of a key

/// The lowest 21 bits, two bits apart.
GT_FN std::uint64_t spread_bits(std::uint32_t bits) {
  std::uint64_t x = bits & 0x1fffffu;
  x = (x | x << 32) & 0x001f00000000ffffull;
  x = (x | x << 16) & 0x001f0000ff0000ffull;
  x = (x | x << 8) & 0x100f00f00f00f00full;
  x = (x | x << 4) & 0x10c30c30c30c30c3ull;
  return (x | x << 2) & 0x1249249249249249ull;
}

/// How far along the curve the cell (x, y, z) of 2^21 an axis lies: J. Skilling, AIP Conference
/// Proceedings 707, 381, 2004, AxestoTranspose().
GT_FN std::uint64_t hilbert_key(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  std::uint32_t at[3] = {x, y, z};
  for (std::uint32_t bit = 1u << (kCurveBits - 1); bit > 1; bit >>= 1)
    for (int axis = 0; axis < 3; ++axis) {
      const std::uint32_t low = bit - 1;
      const std::uint32_t swapped = (at[0] ^ at[axis]) & low;
      const bool inverts = (at[axis] & bit) != 0;
      at[0] ^= inverts ? low : swapped;
      at[axis] ^= inverts ? 0 : swapped;
    }
  at[1] ^= at[0];
  at[2] ^= at[1];
  std::uint32_t flips = 0;
  for (std::uint32_t bit = 1u << (kCurveBits - 1); bit > 1; bit >>= 1)
    flips ^= (at[2] & bit) != 0 ? bit - 1 : 0;
  return spread_bits(at[0] ^ flips) << 2 | spread_bits(at[1] ^ flips) << 1 |
         spread_bits(at[2] ^ flips);
}

/// The cell along an axis in which a coordinate lies; a cube without extent has one cell.
template <class Real>
GT_FN std::uint32_t curve_cell(Real at, Real low, Real edge) {
  const Real cells = static_cast<Real>(1u << kCurveBits);
  const Real place = edge > 0 ? (at - low) / edge * cells : Real(0);
  return place < cells - 1 ? static_cast<std::uint32_t>(place) : (1u << kCurveBits) - 1;
}

/// The key of a point in the cube of the box's longest edge.
template <class Vector>
GT_FN std::uint64_t curve_key(const Vector& point, const Vector& low, const Vector& high) {
  auto edge = high.x - low.x;
  edge = high.y - low.y > edge ? high.y - low.y : edge;
  edge = high.z - low.z > edge ? high.z - low.z : edge;
  return hilbert_key(curve_cell(point.x, low.x, edge), curve_cell(point.y, low.y, edge),
                     curve_cell(point.z, low.z, edge));
}

}  // namespace gputest::tree
