// Columns of a mesh, by which charges are sorted where a mesh is filled piece by piece.
#pragma once

#include <cstdint>

namespace gputest {

/// Points along z of a column, which is one point wide along x and y. The last one along z may be
/// shorter.
inline constexpr std::uint32_t kColumn = 32;

/// Columns that the mesh has along z.
constexpr std::uint32_t columns_along(std::uint32_t points) {
  return (points + kColumn - 1) / kColumn;
}

}  // namespace gputest
