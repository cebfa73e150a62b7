// neighbour_cell: a block a cell; the positions of the near cells are staged in shared memory, a
// block's size at a time, for all of the cell's particles.
#include "common/neighbour/simt/build.hpp"

namespace gputest {
namespace simt {

/// The lists of a cell's particles, for a grid of as many blocks as cells, of at most kMaxThreads.
template <class Simt, class Shape>
__global__ void neighbour_cell(NeighbourArguments<typename Shape::Real> a) {
  constexpr unsigned kMaxThreads = 256;
  __shared__ Sorted<typename Shape::Real> tile[kMaxThreads];
  const unsigned t = threadIdx.x, block = blockDim.x;
  const std::uint32_t own = blockIdx.x;
  const std::uint32_t own_end = a.cell_starts[own + 1];
  const NearCells near = a.grid.near(own);
  for (std::uint32_t first = a.cell_starts[own]; first < own_end; first += block) {
    const bool live = first + t < own_end;
    const std::uint32_t place = live ? first + t : first;
    const auto self = a.sorted[place];
    const std::uint32_t i = number_of(self);
    std::uint32_t length = 0;
    for (std::uint32_t which = 0; which < near.number(); ++which) {
      const std::uint32_t cell = near.cell(which);
      const std::uint32_t end = a.cell_starts[cell + 1];
      for (std::uint32_t begin = a.cell_starts[cell]; begin < end; begin += block) {
        __syncthreads();
        if (begin + t < end) tile[t] = a.sorted[begin + t];
        __syncthreads();
        const std::uint32_t count = end - begin < block ? end - begin : block;
        for (std::uint32_t k = 0; live && k < count; ++k) {
          if (!is_entry<Shape>(a, self, tile[k])) continue;
          write_entry<Shape>(a, i, length, number_of(tile[k]));
          ++length;
        }
      }
    }
    if (live) write_length<Shape>(a, i, length);
  }
}

template <class Simt>
void launch_neighbour_cell(const KernelCall& call) {
  build_neighbours<Simt>(call, [&](auto shape, const auto& a) {
    GT_LAUNCH((neighbour_cell<Simt, decltype(shape)>), a.grid.number(), call.configuration.block,
              a);
  });
}

}  // namespace simt
}  // namespace gputest
