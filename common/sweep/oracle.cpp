#include "common/sweep/oracle.hpp"

#include <algorithm>

namespace gputest::sweep {

std::vector<std::int64_t> swept(std::vector<std::int64_t> cells, const Box& box,
                                std::int64_t modulus) {
  const std::uint64_t row = box.nx, plane = box.nx * box.ny;
  for (std::uint64_t z = 1; z + 1 < box.nz; ++z)
    for (std::uint64_t y = 1; y + 1 < box.ny; ++y)
      for (std::uint64_t x = 1; x + 1 < box.nx; ++x) {
        std::int64_t* const cell = &cells[z * plane + y * row + x];
        cell[0] = (cell[-1] + cell[1] + *(cell - row) + cell[row] + *(cell - plane) + cell[plane]) %
                  modulus;
      }
  return cells;
}

std::vector<std::uint32_t> diagonal_places(std::uint64_t nx, std::uint64_t ny) {
  std::vector<std::uint32_t> places;
  places.reserve(nx * ny);
  for (std::uint64_t sum = 0; sum + 1 < nx + ny; ++sum)
    for (std::uint64_t y = 0; y < ny; ++y)
      if (y <= sum && sum - y < nx)
        places.push_back(static_cast<std::uint32_t>(y * nx + (sum - y)));
  return places;
}

std::int64_t made_component(std::int64_t second, std::int64_t fifth, std::int64_t modulus) {
  return (second + 3 * fifth) % modulus;
}

}  // namespace gputest::sweep
