// The sweep as the article's loop has it, in whole numbers.
#pragma once

#include <cstdint>
#include <vector>

namespace gputest::sweep {

/// Edges of a box of cells, of which x runs fastest, then y.
struct Box {
  std::uint64_t nx, ny, nz;
  std::uint64_t cells() const { return nx * ny * nz; }
};

/// The cells after a sweep: one after the other, x fastest, then y, each that is on no face of the
/// box becomes the sum of the six beside it modulo `modulus`, of which three are new already.
std::vector<std::int16_t> swept(std::vector<std::int16_t> cells, const Box& box, int modulus);

/// For each place of a plane that is stored by its diagonals, the place in the plain plane: a walk
/// along every diagonal.
std::vector<std::uint32_t> diagonal_places(std::uint64_t nx, std::uint64_t ny);

/// What the fourth component becomes, of the second and the fifth.
int made_component(int second, int fifth, int modulus);

}  // namespace gputest::sweep
