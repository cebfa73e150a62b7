#include <utility>

#include "common/cpu/declaration.hpp"
#include "common/cpu/parallel_for.hpp"
#include "common/layout/choose.hpp"
#include "common/reorder/elements.hpp"
#include "common/reorder/family.hpp"
#include "common/reorder/host_tile.hpp"

namespace gputest::cpu {
namespace {

constexpr std::uint32_t kSwappedEdge = 32;  // runs of a tile; the nearest cache holds two tiles

/// Swaps a tile with the one that it goes to, once for both; a tile on the diagonal is transposed
/// in itself.
template <class T>
void exchange_tile(T* array, const reorder::Tiling& tiling, std::uint32_t number) {
  const reorder::HostTile tile = reorder::host_tile(tiling, kSwappedEdge, number);
  if (tile.from > tile.to) return;
  for (std::size_t a = 0; a < tile.a; ++a)
    for (std::size_t b = tile.from == tile.to ? a + 1 : 0; b < tile.b; ++b)
      for (std::size_t k = 0; k < tiling.inner; ++k)
        std::swap(array[tile.from + a * tiling.inner + b * tiling.b_from + k],
                  array[tile.to + a * tiling.a_to + b * tiling.inner + k]);
}

struct reorder_in_place_tiled_kernel {
  static constexpr const char* summary = "in place: tiles are swapped; the cache holds two of them";
  static constexpr const char* source =
      "Lam, Rothberg and Wolf 1991, ASPLOS IV, 63: blocking for caches";
  using layouts = Layouts<DenseElements>;
  using precisions = Precisions<float>;
  using axes = AxisList<AxisValues<"element">, AxisValues<"order", "in_place">>;

  static Launch bind(const KernelCall& call) {
    const reorder::Tiling tiling = reorder::tiling_of(reorder::order_of(call.scalars));
    const auto tiles = static_cast<std::uint32_t>(tiling.tiles(kSwappedEdge));
    Launch launch;
    choose(reorder::element_of(call.specialization("element")), [&](auto element) {
      using T = typename decltype(element)::type;
      auto* array = static_cast<T*>(call.outputs[0]);
      launch = [=] {
        parallel_for(tiles, 8, [&](std::uint32_t first, std::uint32_t last) {
          for (std::uint32_t number = first; number < last; ++number)
            exchange_tile(array, tiling, number);
        });
      };
    });
    return launch;
  }
};

}  // namespace

extern const Declaration reorder_in_place_tiled_cpu = declare<reorder_in_place_tiled_kernel>();

}  // namespace gputest::cpu
