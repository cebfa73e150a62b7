#include "common/reorder/planning.hpp"

namespace gputest::reorder {
namespace {

/// The fraction of the capacity of tiles of that edge that they use.
double filling(const Tiling& tiling, std::uint32_t edge) {
  const double held = static_cast<double>(tiling.a) * tiling.b;
  return held * static_cast<double>(tiling.matrices()) /
         (static_cast<double>(tiling.tiles(edge)) * edge * edge);
}

/// Whether every row of every tile begins at a multiple of `factor` elements and has such a
/// multiple as its length, in the source and in the result.
bool is_multiple(const Tiling& tiling, std::uint32_t factor) {
  std::uint32_t rests = tiling.a % factor + tiling.b % factor;
  if (tiling.b > 1) rests += tiling.b_from % factor;
  if (tiling.a > 1) rests += tiling.a_to % factor;
  for (std::size_t k = 0; k < 4; ++k)
    if (tiling.outer[k] > 1) rests += tiling.outer_from[k] % factor + tiling.outer_to[k] % factor;
  return rests == 0;
}

/// Bytes of the longest words in which elements of that many bytes can be moved; their own size if
/// there are none.
std::uint32_t word_for(const Tiling& tiling, std::uint32_t bytes) {
  for (const std::uint32_t word : {8u, 4u})
    if (bytes < word && is_multiple(tiling, word / bytes)) return word;
  return bytes;
}

}  // namespace

Planned planned_for(const StridedOrder& order, std::uint32_t bytes, std::uint32_t block) {
  constexpr double kWellFilled = 0.5;
  const Widened wide = widened(order, bytes);
  Planned planned;
  planned.bytes = wide.bytes;
  planned.tiling = tiling_of(wide.order);
  planned.word = word_for(planned.tiling, wide.bytes);
  const std::uint32_t edge = tile_edge(wide.bytes, planned.word, block);
  if (planned.tiling.inner == 1 && filling(planned.tiling, edge) >= kWellFilled) {
    planned.way = planned.word > wide.bytes ? Way::words : Way::tiles;
    planned.groups = planned.tiling.tiles(edge);
    return planned;
  }
  planned.way = Way::boxes;
  planned.packing = packing_of(wide.order, box_capacity(wide.bytes));
  planned.groups = planned.packing.boxes();
  return planned;
}

}  // namespace gputest::reorder
