#include "common/reorder/packing.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "common/reorder/tiling.hpp"

namespace gputest::reorder {
namespace {

constexpr std::size_t kMost = StridedOrder::kMost;
using Numbers = std::array<std::uint32_t, kMost>;

/// Lengthens the box along the dimension, so that it has `wanted` elements together with the `run`
/// elements before it, and updates the run; returns whether the box covers the dimension and the
/// run is still too short.
bool lengthen(std::uint32_t& edge, std::uint32_t extent, std::uint32_t wanted, std::uint32_t& run) {
  edge = std::max(edge, std::min(extent, (wanted - 1) / run + 1));
  run *= edge;
  return edge == extent && run < wanted;
}

/// The box with runs of `wanted` elements on both sides, or as long as the array allows.
Numbers box_of(const StridedOrder& order, std::uint32_t wanted) {
  Numbers box{1, 1, 1, 1, 1, 1};
  std::uint32_t run = 1;
  for (std::size_t k = 0; k < order.rank; ++k)
    if (!lengthen(box[k], order.extent[k], wanted, run)) break;
  run = 1;
  const std::vector<std::size_t> dimension = dimensions_of_result(order);
  for (std::size_t k = 0; k < order.rank; ++k)
    if (!lengthen(box[dimension[k]], order.extent[dimension[k]], wanted, run)) break;
  // Equalises the boxes, so that those at the end are not much smaller than the others.
  for (std::size_t k = 0; k < order.rank; ++k) {
    const std::uint32_t boxes = (order.extent[k] - 1) / box[k] + 1;
    box[k] = (order.extent[k] - 1) / boxes + 1;
  }
  return box;
}

/// Sets the pitches and the size of the staging memory.
void stage(Packing& packing) {
  std::uint64_t pitch = 1;
  for (std::size_t k = 0; k < packing.depth; ++k) {
    packing.pitch[k] = static_cast<std::uint32_t>(pitch);
    pitch = std::min<std::uint64_t>(pitch * packing.box[k], 0x7FFFFFFF);
    if (k + 1 < packing.depth) pitch |= 1;
  }
  packing.staged = static_cast<std::uint32_t>(pitch);
}

Packing packing_with(const StridedOrder& order, const Numbers& box) {
  Packing packing;
  std::size_t single = 0;
  for (const bool many : {true, false})
    for (std::size_t k = 0; k < order.rank; ++k) {
      if ((box[k] > 1) != many) continue;
      const std::size_t at = many ? packing.depth++ : packing.depth + single++;
      packing.extent[at] = order.extent[k];
      packing.from[at] = order.from(k);
      packing.to[at] = order.to[k];
      packing.box[at] = box[k];
      if (many)
        packing.reciprocal[at] = static_cast<std::uint32_t>((std::uint64_t{1} << 32) / box[k]) + 1;
    }
  std::uint32_t fastest = 0;
  for (const std::size_t k : dimensions_of_result(order))
    for (std::uint32_t at = 0; at < packing.depth; ++at)
      if (packing.from[at] == order.from(k) && box[k] > 1) packing.later[fastest++] = at;
  stage(packing);
  return packing;
}

}  // namespace

Packing packing_of(const StridedOrder& order, std::uint32_t capacity) {
  std::uint32_t wanted = capacity;
  Packing packing;
  do {
    packing = packing_with(order, box_of(order, wanted));
    wanted -= wanted / 8 + 1;
  } while (packing.staged > capacity && wanted > 0);
  return packing;
}

}  // namespace gputest::reorder
