// stencil_tiled: 2.5D blocking (Micikevicius 2009, section 3.1). A block of threads goes through
// the box along z, plane by plane. A tile of the plane and its rim are in shared memory, and each
// thread keeps the cells before and behind its own in registers. So a cell is read once per tile;
// the cells on a tile's rim are read by the adjacent tile as well.
#include "common/simt/launch.hpp"
#include "common/simt/simt.hpp"
#include "common/stencil/family.hpp"

namespace gputest {
namespace simt {

/// The sweep that make_stencil() describes, with the number of blocks given by its property
/// "groups".
template <class Simt, class Real, unsigned Block>
__global__ void __launch_bounds__(Block)
    stencil_tiled(const Real* __restrict__ cells, Real* __restrict__ updated, std::uint32_t nx,
                  std::uint32_t ny, std::uint32_t nz, Real c0, Real c1) {
  constexpr unsigned kWidth = 32, kRows = Block / kWidth;
  GT_SHARED(Real, tile, [kRows + 2][kWidth + 2]);
  const std::uint32_t tiles_x = (nx - 1) / kWidth + 1, tiles_y = (ny - 1) / kRows + 1;
  const std::uint32_t parts = gridDim.x / (tiles_x * tiles_y), depth = (nz - 1) / parts + 1;
  const std::uint32_t tile_x = blockIdx.x % tiles_x, tile_y = blockIdx.x / tiles_x % tiles_y;
  const unsigned column = threadIdx.x % kWidth, line = threadIdx.x / kWidth;
  const std::uint32_t x = tile_x * kWidth + column, y = tile_y * kRows + line;
  const std::uint32_t first = blockIdx.x / tiles_x / tiles_y * depth;
  const std::uint32_t end = first < nz && nz - first > depth ? first + depth : nz;
  if (first >= nz) return;

  const bool in_box = x < nx && y < ny;
  const bool inner = x > 0 && x + 1 < nx && y > 0 && y + 1 < ny;
  // Threads beyond the box read cells of its last column or row and do not use them.
  const std::uint32_t plane = nx * ny;
  std::uint32_t i = first * plane + (y < ny ? y : ny - 1) * nx + (x < nx ? x : nx - 1);
  Real behind = first > 0 ? cells[i - plane] : Real(0);
  Real here = cells[i];
  for (std::uint32_t z = first; z < end; ++z, i += plane) {
    const Real before = z + 1 < nz ? cells[i + plane] : Real(0);
    __syncthreads();
    tile[line + 1][column + 1] = here;
    if (line == 0 && y > 0) tile[0][column + 1] = cells[i - nx];
    if (line == kRows - 1 && y + 1 < ny) tile[kRows + 1][column + 1] = cells[i + nx];
    if (column == 0 && x > 0) tile[line + 1][0] = cells[i - 1];
    if (column == kWidth - 1 && x + 1 < nx) tile[line + 1][kWidth + 1] = cells[i + 1];
    __syncthreads();
    Real value = here;
    if (inner && z > 0 && z + 1 < nz)
      value =
          c0 * here + c1 * (tile[line + 1][column] + tile[line + 1][column + 2] +
                            tile[line][column + 1] + tile[line + 2][column + 1] + behind + before);
    if (in_box) updated[i] = value;
    behind = here;
    here = before;
  }
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct stencil_tiled_kernel {
  static constexpr const char* summary =
      "tiles of a plane in shared memory, marched along z; adjacent planes in registers";
  static constexpr const char* source =
      "2.5D blocking: Micikevicius 2009, 3D finite difference computation on GPUs using CUDA, "
      "GPGPU-2, 79";
  using layouts = Layouts<RowMajorCells>;
  using precisions = Precisions<float, double>;
  using blocks = Blocks<256, 128, 64>;

  static void bind(const KernelCall& call, Binding& binding) {
    choose(bodies_of<stencil_tiled_kernel>(call), block_of<stencil_tiled_kernel>(call),
           [&](auto box, auto block) {
             using Real = typename decltype(box)::gt_real;
             add_kernel<Simt, stencil_tiled<Simt, Real, decltype(block)::value>>(
                 binding, "stencil_tiled", static_cast<unsigned>(call.property("groups")), block,
                 box.cells, static_cast<Real*>(call.outputs[0]), call.scalar<std::uint32_t>("nx"),
                 call.scalar<std::uint32_t>("ny"), call.scalar<std::uint32_t>("nz"),
                 call.scalar<Real>("c0"), call.scalar<Real>("c1"));
           });
  }
};
#endif

}  // namespace simt
}  // namespace gputest
