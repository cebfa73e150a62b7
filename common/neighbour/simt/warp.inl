// neighbour_warp: one wavefront per i. Each lane takes every kWarpSize-th particle of the near
// cells; ballot and population count place the entries.
#include "common/neighbour/simt/build.hpp"

namespace gputest {
namespace simt {

/// Makes the list of particle i. The grid has at least n wavefronts.
template <class Simt, class Shape>
__global__ void neighbour_warp(NeighbourArguments<typename Shape::Real> a) {
  constexpr unsigned kWarp = Simt::kWarpSize;
  using LaneMask = typename Simt::LaneMask;
  Simt::check_wavefront();
  const std::uint32_t i = (blockIdx.x * blockDim.x + threadIdx.x) / kWarp;
  if (i >= a.n) return;  // the whole wavefront
  const unsigned lane = threadIdx.x % kWarp;
  const LaneMask below = (LaneMask(1) << lane) - 1;
  const auto self = a.sorted[a.places[i]];
  const NearCells near = a.grid.near(a.grid.cell_of(self.x, self.y, self.z));
  std::uint32_t length = 0;
  for (std::uint32_t which = 0; which < near.number(); ++which) {
    const std::uint32_t cell = near.cell(which);
    const std::uint32_t end = a.cell_starts[cell + 1];
    for (std::uint32_t first = a.cell_starts[cell]; first < end; first += kWarp) {
      const std::uint32_t k = first + lane;
      std::uint32_t j = 0;
      bool found = false;
      if (k < end) {
        const auto other = a.sorted[k];
        j = number_of(other);
        found = is_entry<Shape>(a, self, other);
      }
      const LaneMask all = Simt::ballot(found);
      if (found)
        write_entry<Shape>(a, i, length + static_cast<std::uint32_t>(__popcll(all & below)), j);
      length += static_cast<std::uint32_t>(__popcll(all));
    }
  }
  if (lane == 0) write_length<Shape>(a, i, length);
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct neighbour_warp_kernel {
  static constexpr const char* summary =
      "one wavefront per i, ballot and population count place the entries";
  static constexpr const char* source = "md_neighbor_list";
  using layouts = ListLayouts;
  using precisions = Precisions<float, double>;
  using blocks = Blocks<128, 64, 256>;
  using newton3 = AxisValues<"newton3", "off", "on">;
  using list = AxisValues<"list", "ell", "csr">;
  using axes = AxisList<newton3, list>;

  static void bind(const KernelCall& call, Binding& binding) {
    choose(wavefront_of<Simt>(call), any_bodies_of<neighbour_warp_kernel>(call),
           list_of<neighbour_warp_kernel>(call), [&](auto simt, auto bodies, auto shape) {
             using Platform = decltype(simt);
             const unsigned block = call.configuration.block;
             build_list<Platform>(call, binding, bodies, shape, [&](auto of_pass, const auto& a) {
               using Pass = decltype(of_pass);
               add_kernel<Platform, neighbour_warp<Platform, Pass>>(
                   binding, "neighbour_warp",
                   blocks_for(std::uint64_t{a.n} * Platform::kWarpSize, block), block, a);
             });
           });
  }
};
#endif

}  // namespace simt
}  // namespace gputest
