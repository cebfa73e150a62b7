#include <algorithm>

#include "common/arrays/wavefront.h"
#include "common/core/ceil_div.hpp"
#include "common/cpu/declaration.hpp"
#include "common/cpu/parallel_for.hpp"
#include "common/layout/choose.hpp"
#include "common/sweep/family.hpp"
#include "common/sweep/swept_box.hpp"

namespace gputest::cpu {
namespace {

constexpr std::uint32_t kTileRows = 8;  // rows, and planes

/// A box cut into tiles of whole rows, which do not depend on each other along x.
template <class Real>
struct SweptTiles {
  sweep::SweptBox<Real> box;

  std::uint32_t along_y() const { return static_cast<std::uint32_t>(ceil_div(box.ny, kTileRows)); }
  std::uint32_t along_z() const { return static_cast<std::uint32_t>(ceil_div(box.nz, kTileRows)); }

  void sweep_tile(std::uint32_t tile_y, std::uint32_t tile_z) const {
    const std::uint32_t first_y = tile_y * kTileRows, first_z = tile_z * kTileRows;
    const std::uint32_t end_y = std::min(box.ny, first_y + kTileRows);
    const std::uint32_t end_z = std::min(box.nz, first_z + kTileRows);
    for (std::uint32_t z = first_z; z < end_z; ++z)
      for (std::uint32_t y = first_y; y < end_y; ++y) box.sweep_row(y, z);
  }
};

struct sweep_tiled_kernel {
  static constexpr const char* summary = "tiles of 8 x 8 whole rows, in wavefronts of tiles";
  static constexpr const char* source =
      "Wolfe 1986, Loop skewing: the wavefront method revisited, IJPP 15, 279";
  using layouts = Layouts<PlainPlanes>;
  using precisions = Precisions<float, double>;
  using axes = AxisList<AxisValues<"update", "neighbours">>;

  static Launch bind(const KernelCall& call) {
    Launch launch;
    choose(bodies_of<sweep_tiled_kernel>(call), [&](auto planes) {
      using Real = typename decltype(planes)::gt_real;
      const SweptTiles<Real> tiles{sweep::SweptBox<Real>(planes.cells, call)};
      launch = [=] {
        // Diagonals of tiles in y and z.
        const std::uint32_t along_y = tiles.along_y(), along_z = tiles.along_z();
        for (std::uint32_t d = 0; d < along_y + along_z - 1; ++d) {
          const std::uint32_t first = gt_diagonal_first(d, along_y);
          parallel_for(gt_diagonal_end(d, along_z) - first, 1,
                       [&](std::uint32_t number, std::uint32_t) {
                         const std::uint32_t tile_z = first + number;
                         tiles.sweep_tile(d - tile_z, tile_z);
                       });
        }
      };
    });
    return launch;
  }
};

}  // namespace

extern const Declaration sweep_tiled_cpu = declare<sweep_tiled_kernel>();

}  // namespace gputest::cpu
