// Columns of a mesh. Kernels that fill the mesh piece by piece sort charges by column.
#pragma once

#include <cstdint>

namespace gputest {

/// Points of a column along z. It is one point wide along x and y. The last column along z may be
/// shorter.
inline constexpr std::uint32_t kColumn = 32;

/// Columns that the mesh has along z.
constexpr std::uint32_t columns_along(std::uint32_t points) {
  return (points + kColumn - 1) / kColumn;
}

}  // namespace gputest
