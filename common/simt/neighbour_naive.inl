// neighbour_naive: one i a thread, each neighbour written as it is found.
#include "common/simt/neighbour_build.hpp"

namespace gputest {
namespace simt {

/// The list of particle i, for a grid of at least n threads.
template <class Simt, class Shape, class Bodies>
__global__ void neighbour_naive(Bodies bodies, NeighbourArguments<typename Bodies::gt_real> a) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.n) return;
  const auto self = position_of(bodies, i);
  const NearCells near = a.grid.near(a.grid.cell_of(self.x, self.y, self.z));
  std::uint32_t length = 0;
  for (std::uint32_t which = 0; which < near.number(); ++which) {
    const std::uint32_t cell = near.cell(which);
    const std::uint32_t end = a.cell_starts[cell + 1];
    for (std::uint32_t k = a.cell_starts[cell]; k < end; ++k) {
      const std::uint32_t j = a.order[k];
      if (!is_entry<Shape>(a, self, a.sorted[k], i, j)) continue;
      a.list.template write<Shape::kKMajor>(i, length, j);
      ++length;
    }
  }
  write_length<Shape>(a, i, length);
}

template <class Simt>
void launch_neighbour_naive(const KernelCall& call) {
  build_neighbours<Simt>(call, [&](auto shape, auto bodies, const auto& a) {
    const unsigned block = call.configuration.block;
    GT_LAUNCH((neighbour_naive<Simt, decltype(shape), decltype(bodies)>), blocks_for(a.n, block),
              block, bodies, a);
  });
}

}  // namespace simt
}  // namespace gputest
