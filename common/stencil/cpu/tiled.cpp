#include <omp.h>

#include <algorithm>

#include "common/core/ceil_div.hpp"
#include "common/cpu/declaration.hpp"
#include "common/cpu/parallel_for.hpp"
#include "common/layout/choose.hpp"
#include "common/stencil/family.hpp"

namespace gputest::cpu {
namespace {

constexpr std::uint32_t kCacheBytes =
    256 * 1024;                        // for three planes of a tile, in a second-level cache
constexpr std::uint32_t kMinRows = 4;  // of a tile; two more are read
constexpr std::uint32_t kMinDepth = 4, kMaxDepth = 64;
constexpr std::uint32_t kTilesPerThread = 4;

/// A box of cells, cut into tiles of `rows` whole rows along y and `depth` planes along z.
template <class Real>
struct Tiling {
  std::uint32_t nx, ny, nz, rows, depth;

  Tiling(std::uint32_t nx_, std::uint32_t ny_, std::uint32_t nz_) : nx(nx_), ny(ny_), nz(nz_) {
    const std::uint64_t fitting = kCacheBytes / (3 * sizeof(Real) * std::uint64_t{nx});
    rows = std::min(ny, std::max(kMinRows, static_cast<std::uint32_t>(fitting)));
    const auto wanted = kTilesPerThread * static_cast<std::uint64_t>(omp_get_max_threads());
    const std::uint64_t planes = std::uint64_t{nz} * ceil_div(ny, rows) / wanted;
    depth = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(planes, kMinDepth, kMaxDepth));
  }
  std::uint32_t along_y() const { return static_cast<std::uint32_t>(ceil_div(ny, rows)); }
  std::uint32_t tiles() const {
    return along_y() * static_cast<std::uint32_t>(ceil_div(nz, depth));
  }
};

/// Updates one row; only its two ends lie on a face.
template <class Real>
void update_row(const Real* from, Real* to, std::size_t nx, std::size_t plane, Real c0, Real c1) {
  const Real *above = from - nx, *below = from + nx, *behind = from - plane, *before = from + plane;
  to[0] = from[0];
#pragma omp simd
  for (std::size_t x = 1; x < nx - 1; ++x)
    to[x] = c0 * from[x] +
            c1 * (from[x - 1] + from[x + 1] + above[x] + below[x] + behind[x] + before[x]);
  to[nx - 1] = from[nx - 1];
}

/// Updates the planes of a tile in order, so that the cache still holds the two planes before.
template <class Real>
void sweep(const Real* cells, Real* updated, const Tiling<Real>& box, std::uint32_t tile, Real c0,
           Real c1) {
  const std::uint32_t first_y = tile % box.along_y() * box.rows;
  const std::uint32_t first_z = tile / box.along_y() * box.depth;
  const std::uint32_t end_y = std::min(box.ny, first_y + box.rows);
  const std::uint32_t end_z = std::min(box.nz, first_z + box.depth);
  const std::size_t nx = box.nx, plane = nx * box.ny;
  for (std::uint32_t z = first_z; z < end_z; ++z)
    for (std::uint32_t y = first_y; y < end_y; ++y) {
      const std::size_t row = z * plane + y * nx;
      if (nx < 3 || y == 0 || y + 1 == box.ny || z == 0 || z + 1 == box.nz)
        std::copy_n(cells + row, nx, updated + row);
      else
        update_row(cells + row, updated + row, nx, plane, c0, c1);
    }
}

struct stencil_tiled_kernel {
  static constexpr const char* summary = "tiles in y and z; their planes stay in the cache";
  static constexpr const char* source =
      "Rivera and Tseng 2000, Tiling optimizations for 3D scientific computations, SC 2000";
  using layouts = Layouts<RowMajorCells>;
  using precisions = Precisions<float, double>;

  static Launch bind(const KernelCall& call) {
    Launch launch;
    choose(bodies_of<stencil_tiled_kernel>(call), [&](auto cells) {
      using Real = typename decltype(cells)::gt_real;
      const Tiling<Real> box(call.scalar<std::uint32_t>("nx"), call.scalar<std::uint32_t>("ny"),
                             call.scalar<std::uint32_t>("nz"));
      const auto c0 = call.scalar<Real>("c0"), c1 = call.scalar<Real>("c1");
      auto* updated = static_cast<Real*>(call.outputs[0]);
      launch = [=] {
        parallel_for(box.tiles(), 1, [&](std::uint32_t tile, std::uint32_t) {
          sweep(cells.cells, updated, box, tile, c0, c1);
        });
      };
    });
    return launch;
  }
};

}  // namespace

extern const Declaration stencil_tiled_cpu = declare<stencil_tiled_kernel>();

}  // namespace gputest::cpu
