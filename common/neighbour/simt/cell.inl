// neighbour_cell: one block per cell. The positions of the near cells are staged in shared memory,
// one block size at a time, for all of the cell's particles.
#include "common/neighbour/simt/build.hpp"

namespace gputest {
namespace simt {

/// Makes the lists of a cell's particles. The grid has one block per cell, of at most kMaxThreads.
template <class Simt, class Shape>
__global__ void neighbour_cell(NeighbourArguments<typename Shape::Real> a) {
  constexpr unsigned kMaxThreads = 256;
  GT_SHARED(Sorted<typename Shape::Real>, tile, [kMaxThreads]);
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

#ifndef GPUTEST_TEXT
template <class Simt>
struct neighbour_cell_kernel {
  static constexpr const char* summary = "one block per cell, near cells staged in shared memory";
  static constexpr const char* source = "md_neighbor_list";
  using layouts = ListLayouts;
  using precisions = Precisions<float, double>;
  using blocks = Blocks<128, 64, 256>;
  using newton3 = AxisValues<"newton3", "off", "on">;
  using list = AxisValues<"list", "ell", "csr">;
  using axes = AxisList<newton3, list>;

  static void bind(const KernelCall& call, Binding& binding) {
    choose(any_bodies_of<neighbour_cell_kernel>(call), list_of<neighbour_cell_kernel>(call),
           [&](auto bodies, auto shape) {
             const unsigned block = call.configuration.block;
             build_list<Simt>(call, binding, bodies, shape, [&](auto of_pass, const auto& a) {
               using Pass = decltype(of_pass);
               add_kernel<Simt, neighbour_cell<Simt, Pass>>(binding, "neighbour_cell",
                                                            a.grid.number(), block, a);
             });
           });
  }
};
#endif

}  // namespace simt
}  // namespace gputest
