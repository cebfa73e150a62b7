// sweep_diagonal_tiled: tiles of planes stored by diagonals, in shared memory. A cell of diagonal d
// and row y needs updated cells of d - 1 in rows y and y - 1, and of d in the plane before. So a
// tile of some diagonals, rows and planes needs only tiles before it, and within it only d + z
// counts: all rows are updated at once, and are adjacent in memory.
#include "common/arrays/diagonal_tile.h"
#include "common/arrays/wavefront.h"
#include "common/simt/launch.hpp"
#include "common/simt/simt.hpp"
#include "common/sweep/family.hpp"
#include "common/sweep/update.h"

namespace gputest {
namespace simt {

/// Wavefront w of tiles of Rows rows in Planes planes. There is one thread per row and plane, and
/// one block per tile of the wavefront; the scalars are those of make_sweep().
template <class Simt, class Real, unsigned Rows, unsigned Planes>
__global__ void __launch_bounds__(Rows* Planes)
    sweep_diagonal_tiled(const Real* __restrict__ cells, Real* __restrict__ updated,
                         std::uint32_t nx, std::uint32_t ny, std::uint32_t nz, Real modulus,
                         Real inverse, std::uint32_t w) {
  constexpr unsigned kDiagonals = GT_TILE_DIAGONALS, kThreads = Rows * Planes;
  // Updated cells of the diagonal, plane and row before the tile, followed by the tile: at first
  // the part of each sum from old cells, then the updated cell.
  GT_SHARED(Real, tile, [kDiagonals + 1][Planes + 1][Rows + 1]);
  GT_SHARED(std::uint32_t, origin, [kDiagonals + 2]);  // of each diagonal, beginning with the one
                                                       // before
  const gt_wavefront_place place = gt_wavefront_place_at(
      blockIdx.x, w, (nx + ny - 2) / kDiagonals + 1, (ny - 1) / Rows + 1, (nz - 1) / Planes + 1);
  const std::uint32_t d0 = place.x * kDiagonals, y0 = place.y * Rows, z0 = place.z * Planes;
  if (!place.exists || d0 + kDiagonals <= y0 || d0 >= y0 + Rows + nx - 1)
    return;  // the tile has no cell
  for (unsigned k = threadIdx.x; k < kDiagonals + 2; k += kThreads)
    origin[k] = gt_diagonal_origin(d0 + k - 1, nx, ny);
  __syncthreads();

  const std::uint32_t plane = nx * ny;
  for (unsigned i = threadIdx.x; i < kDiagonals * Planes; i += kThreads) {
    const unsigned k = i / Planes, depth = i % Planes;
    if (gt_on_diagonal(d0 + k - 1, y0 - 1, nx, ny) && z0 + depth < nz)
      tile[k][depth + 1][0] = updated[(z0 + depth) * plane + origin[k] + y0 - 1];
  }
  for (unsigned i = threadIdx.x; i < kDiagonals * Rows; i += kThreads) {
    const unsigned k = i / Rows + 1, row = i % Rows;
    if (gt_on_diagonal(d0 + k - 1, y0 + row, nx, ny) && z0 > 0)
      tile[k][0][row + 1] = updated[(z0 - 1) * plane + origin[k] + y0 + row];
  }
  const unsigned row = threadIdx.x % Rows, depth = threadIdx.x / Rows;
  const std::uint32_t y = y0 + row, z = z0 + depth, at = z * plane + y;
  if (gt_on_diagonal(d0 - 1, y, nx, ny) && z < nz)
    tile[0][depth + 1][row + 1] = updated[at + origin[0]];
  // All are read before the first is needed; threads without a cell read the first cell.
  Real right[kDiagonals], below[kDiagonals], behind[kDiagonals];
  for (unsigned k = 0; k < kDiagonals; ++k) {
    const std::uint32_t d = d0 + k, here = at + origin[k + 1], next = at + origin[k + 2];
    const bool exists = gt_on_diagonal(d, y, nx, ny) && z < nz;
    const bool inner = exists && !gt_on_face(d - y, y, z, nx, ny, nz);
    right[k] = cells[inner ? next : exists ? here : 0];
    below[k] = cells[inner ? next + 1 : 0];
    behind[k] = cells[inner ? here + plane : 0];
  }
  for (unsigned k = 0; k < kDiagonals; ++k)
    tile[k + 1][depth + 1][row + 1] =
        gt_on_face(d0 + k - y, y, z, nx, ny, nz) ? right[k] : right[k] + below[k] + behind[k];
  __syncthreads();

  for (unsigned step = 0; step < kDiagonals + Planes - 1; ++step) {
    const unsigned k = step - depth;  // wraps before the plane's turn
    const std::uint32_t d = d0 + k;
    if (k < kDiagonals && gt_on_diagonal(d, y, nx, ny) && z < nz) {
      Real value = tile[k + 1][depth + 1][row + 1];
      if (!gt_on_face(d - y, y, z, nx, ny, nz)) {
        const Real sum = value + tile[k][depth + 1][row + 1] + tile[k][depth + 1][row] +
                         tile[k + 1][depth][row + 1];
        value = GT_WRAPPED(Real, sum, modulus, inverse);
      }
      tile[k + 1][depth + 1][row + 1] = value;
      updated[at + origin[k + 1]] = value;
    }
    __syncthreads();
  }
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct sweep_diagonal_tiled_kernel {
  static constexpr const char* summary =
      "tiles of 8 diagonals in shared memory, wavefronts of tiles and within tiles";
  static constexpr const char* source =
      "DVMH article, section 3; Wolfe 1986, Loop skewing, IJPP 15, 279";
  using layouts = Layouts<DiagonalPlanes>;
  using precisions = Precisions<float, double>;
  using blocks = Blocks<256, 64>;
  using axes = AxisList<AxisValues<"update", "neighbours">>;

  static void bind(const KernelCall& call, Binding& binding) {
    choose(bodies_of<sweep_diagonal_tiled_kernel>(call),
           block_of<sweep_diagonal_tiled_kernel>(call), [&](auto planes, auto block) {
             using Real = typename decltype(planes)::gt_real;
             constexpr unsigned kPlanes = GT_TILE_PLANES(decltype(block)::value),
                                kRows = decltype(block)::value / kPlanes;
             const auto nx = call.scalar<std::uint32_t>("nx"),
                        ny = call.scalar<std::uint32_t>("ny"),
                        nz = call.scalar<std::uint32_t>("nz");
             const std::uint32_t along_d = (nx + ny - 2) / GT_TILE_DIAGONALS + 1,
                                 along_y = (ny - 1) / kRows + 1, along_z = (nz - 1) / kPlanes + 1;
             binding.parameter("rows", kRows);
             binding.parameter("planes", kPlanes);
             add_series<Simt, sweep_diagonal_tiled<Simt, Real, kRows, kPlanes>>(
                 binding, "sweep_diagonal_tiled", gt_wavefronts(along_d, along_y, along_z),
                 [=](std::uint32_t w) { return gt_wavefront_places(w, along_d, along_y, along_z); },
                 block, planes.cells, static_cast<Real*>(call.outputs[0]), nx, ny, nz,
                 call.scalar<Real>("modulus"), call.scalar<Real>("inverse"));
           });
  }
};
#endif

}  // namespace simt
}  // namespace gputest
