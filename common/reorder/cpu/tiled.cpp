#include "common/cpu/declaration.hpp"
#include "common/cpu/parallel_for.hpp"
#include "common/layout/choose.hpp"
#include "common/reorder/elements.hpp"
#include "common/reorder/family.hpp"
#include "common/reorder/host_tile.hpp"

namespace gputest::cpu {
namespace {

constexpr std::uint32_t kTiledEdge = 32;  // runs of a tile; its lines stay in the nearest cache

struct reorder_tiled_kernel {
  static constexpr const char* summary = "square tiles; the cache holds their lines";
  static constexpr const char* source =
      "Lam, Rothberg and Wolf 1991, ASPLOS IV, 63: blocking for caches";
  using layouts = Layouts<DenseElements>;
  using precisions = Precisions<float>;
  using axes = AxisList<AxisValues<"element">, AxisValues<"order", "permuted">>;

  static Launch bind(const KernelCall& call) {
    const reorder::Tiling tiling = reorder::tiling_of(reorder::order_of(call.scalars));
    const auto tiles = static_cast<std::uint32_t>(tiling.tiles(kTiledEdge));
    Launch launch;
    choose(reorder::element_of(call.specialization("element")), [&](auto element) {
      using T = typename decltype(element)::type;
      const auto* from = static_cast<const T*>(call.inputs[0]);
      auto* to = static_cast<T*>(call.outputs[0]);
      launch = [=] {
        parallel_for(tiles, 8, [&](std::uint32_t first, std::uint32_t last) {
          for (std::uint32_t number = first; number < last; ++number) {
            const reorder::HostTile tile = reorder::host_tile(tiling, kTiledEdge, number);
            for (std::size_t a = 0; a < tile.a; ++a)
              for (std::size_t b = 0; b < tile.b; ++b)
                for (std::size_t k = 0; k < tiling.inner; ++k)
                  to[tile.to + a * tiling.a_to + b * tiling.inner + k] =
                      from[tile.from + a * tiling.inner + b * tiling.b_from + k];
          }
        });
      };
    });
    return launch;
  }
};

}  // namespace

extern const Declaration reorder_tiled_cpu = declare<reorder_tiled_kernel>();

}  // namespace gputest::cpu
