// The article's sweep loop, in whole numbers.
#pragma once

#include <cstdint>
#include <vector>

namespace gputest::sweep {

/// Edges of a box of cells; x is the fastest, then y.
struct Box {
  std::uint64_t nx, ny, nz;
  std::uint64_t cells() const { return nx * ny * nz; }
};

/// The cells after a sweep: cells are updated one after another, x fastest, then y. Each cell that
/// is not on a face of the box becomes the sum of its six neighbours modulo `modulus`. Three of
/// them are updated already.
std::vector<std::int64_t> swept(std::vector<std::int64_t> cells, const Box& box,
                                std::int64_t modulus);

/// For each index of a plane that is stored by diagonals, the index in the plain plane: a walk
/// along every diagonal.
std::vector<std::uint32_t> diagonal_places(std::uint64_t nx, std::uint64_t ny);

/// The new fourth component, from the second and the fifth.
std::int64_t made_component(std::int64_t second, std::int64_t fifth, std::int64_t modulus);

}  // namespace gputest::sweep
