// neighbour_cell: a block a cell; the positions of the near cells are staged in shared memory, a
// block's size at a time, for all of the cell's particles.
#include "common/simt/gravity_launch.hpp"
#include "common/simt/neighbour_build.hpp"

namespace gputest {
namespace simt {

/// The lists of a cell's particles, for a grid of as many blocks as cells.
template <class Simt, class Shape, unsigned Block, class Real>
__global__ void neighbour_cell(NeighbourArguments<Real> a) {
  __shared__ Sorted<Real> tile[Block];
  __shared__ std::uint32_t tile_order[Block];
  const unsigned t = threadIdx.x;
  const std::uint32_t own = blockIdx.x;
  const std::uint32_t own_end = a.cell_starts[own + 1];
  const NearCells near = a.grid.near(own);
  for (std::uint32_t first = a.cell_starts[own]; first < own_end; first += Block) {
    const bool live = first + t < own_end;
    const std::uint32_t place = live ? first + t : first;
    const Sorted<Real> self = a.sorted[place];
    const std::uint32_t i = a.order[place];
    std::uint32_t length = 0;
    for (std::uint32_t which = 0; which < near.number(); ++which) {
      const std::uint32_t cell = near.cell(which);
      const std::uint32_t end = a.cell_starts[cell + 1];
      for (std::uint32_t begin = a.cell_starts[cell]; begin < end; begin += Block) {
        __syncthreads();
        if (begin + t < end) {
          tile[t] = a.sorted[begin + t];
          tile_order[t] = a.order[begin + t];
        }
        __syncthreads();
        const std::uint32_t count = end - begin < Block ? end - begin : Block;
        for (std::uint32_t k = 0; live && k < count; ++k) {
          const std::uint32_t j = tile_order[k];
          if (!is_entry<Shape>(a, self, tile[k], i, j)) continue;
          a.list.template write<Shape::kKMajor>(i, length, j);
          ++length;
        }
      }
    }
    if (live) write_length<Shape>(a, i, length);
  }
}

template <class Simt>
void launch_neighbour_cell(const KernelCall& call) {
  build_neighbours<Simt>(call, [&](auto shape, auto bodies, const auto& a) {
    using Real = typename decltype(bodies)::gt_real;
    with_block<128, 64, 256>(call, [&](auto block) {
      GT_LAUNCH((neighbour_cell<Simt, decltype(shape), decltype(block)::value, Real>),
                a.grid.number(), decltype(block)::value, a);
    });
  });
}

}  // namespace simt
}  // namespace gputest
