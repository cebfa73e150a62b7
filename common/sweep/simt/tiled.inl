// sweep_tiled: cubes of cells in shared memory. A tile and its neighbouring cells are read row by
// row, swept in place and written row by row. There is one launch per wavefront of tiles. A thread
// has one row of the tile along x and begins it one step after the threads of the rows above and
// behind.
#include "common/arrays/wavefront.h"
#include "common/simt/launch.hpp"
#include "common/simt/simt.hpp"
#include "common/sweep/family.hpp"
#include "common/sweep/update.h"

namespace gputest {
namespace simt {

/// Wavefront w of tiles of Edge³ cells. There are Edge² threads per block and one block per tile of
/// the wavefront; the scalars are those of make_sweep().
template <class Simt, class Real, unsigned Edge>
__global__ void __launch_bounds__(Edge* Edge)
    sweep_tiled(const Real* __restrict__ cells, Real* __restrict__ updated, std::uint32_t nx,
                std::uint32_t ny, std::uint32_t nz, Real modulus, Real inverse, std::uint32_t w) {
  constexpr unsigned kWide = Edge + 2, kThreads = Edge * Edge;
  GT_SHARED(Real, tile, [kWide * kWide * kWide]);
  const gt_wavefront_place place = gt_wavefront_place_at(blockIdx.x, w, (nx - 1) / Edge + 1,
                                                         (ny - 1) / Edge + 1, (nz - 1) / Edge + 1);
  if (!place.exists) return;  // for all of the block
  const std::uint32_t plane = nx * ny;
  const std::uint32_t x0 = place.x * Edge, y0 = place.y * Edge, z0 = place.z * Edge;
  for (unsigned k = threadIdx.x; k < kWide * kWide * kWide; k += kThreads) {
    const unsigned tx = k % kWide, ty = k / kWide % kWide, tz = k / kWide / kWide;
    // Numbers before the box wrap.
    const std::uint32_t x = x0 + tx - 1, y = y0 + ty - 1, z = z0 + tz - 1;
    const unsigned inside = (tx - 1 < Edge) + (ty - 1 < Edge) + (tz - 1 < Edge);
    if (inside < 2 || x >= nx || y >= ny || z >= nz) continue;  // a tile's edge, or outside the box
    const std::uint32_t at = z * plane + y * nx + x;
    tile[k] = tx == 0 || ty == 0 || tz == 0 ? updated[at] : cells[at];
  }
  __syncthreads();
  const unsigned row = threadIdx.x % Edge, depth = threadIdx.x / Edge;
  for (unsigned step = 0; step < 3 * Edge - 2; ++step) {
    const unsigned along = step - row - depth;  // wraps before the row's turn
    const std::uint32_t x = x0 + along, y = y0 + row, z = z0 + depth;
    if (along < Edge && x < nx && y < ny && z < nz && !gt_on_face(x, y, z, nx, ny, nz)) {
      const unsigned here = ((depth + 1) * kWide + row + 1) * kWide + along + 1;
      const Real sum = tile[here - 1] + tile[here - kWide] + tile[here - kWide * kWide] +
                       tile[here + 1] + tile[here + kWide] + tile[here + kWide * kWide];
      tile[here] = GT_WRAPPED(Real, sum, modulus, inverse);
    }
    __syncthreads();
  }
  for (unsigned k = threadIdx.x; k < Edge * Edge * Edge; k += kThreads) {
    const unsigned tx = k % Edge, ty = k / Edge % Edge, tz = k / Edge / Edge;
    const std::uint32_t x = x0 + tx, y = y0 + ty, z = z0 + tz;
    if (x < nx && y < ny && z < nz)
      updated[z * plane + y * nx + x] = tile[((tz + 1) * kWide + ty + 1) * kWide + tx + 1];
  }
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct sweep_tiled_kernel {
  static constexpr const char* summary =
      "cubes of cells in shared memory, wavefronts of tiles and within tiles";
  static constexpr const char* source =
      "Wolfe 1986, Loop skewing: the wavefront method revisited, IJPP 15, 279";
  using layouts = Layouts<PlainPlanes>;
  using precisions = Precisions<float, double>;
  using blocks = Blocks<256, 64>;
  using axes = AxisList<AxisValues<"update", "neighbours">>;

  static void bind(const KernelCall& call, Binding& binding) {
    choose(bodies_of<sweep_tiled_kernel>(call), block_of<sweep_tiled_kernel>(call),
           [&](auto planes, auto block) {
             using Real = typename decltype(planes)::gt_real;
             constexpr unsigned kEdge = decltype(block)::value == 64 ? 8 : 16;
             const auto nx = call.scalar<std::uint32_t>("nx"),
                        ny = call.scalar<std::uint32_t>("ny"),
                        nz = call.scalar<std::uint32_t>("nz");
             const std::uint32_t along_x = (nx - 1) / kEdge + 1, along_y = (ny - 1) / kEdge + 1,
                                 along_z = (nz - 1) / kEdge + 1;
             binding.parameter("edge", kEdge);
             add_series<Simt, sweep_tiled<Simt, Real, kEdge>>(
                 binding, "sweep_tiled", gt_wavefronts(along_x, along_y, along_z),
                 [=](std::uint32_t w) { return gt_wavefront_places(w, along_x, along_y, along_z); },
                 block, planes.cells, static_cast<Real*>(call.outputs[0]), nx, ny, nz,
                 call.scalar<Real>("modulus"), call.scalar<Real>("inverse"));
           });
  }
};
#endif

}  // namespace simt
}  // namespace gputest
