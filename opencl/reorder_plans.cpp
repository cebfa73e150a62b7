#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/core/ceil_div.hpp"
#include "common/reorder/planning.hpp"
#include "opencl/plans.hpp"

namespace gputest::opencl {
namespace {

std::uint32_t element_of(const KernelSignature& signature) {
  return find_value(signature.specializations, "element").value_or(0);
}

template <std::size_t Count>
void add_numbers(Plan& plan, const std::string& name, const std::uint32_t (&numbers)[Count]) {
  for (std::size_t k = 0; k < Count; ++k)
    plan.scalars.push_back({fmt::format("{} {}", name, k), numbers[k]});
}

/// In the order of REORDER_TILING (opencl/kernels/reorder/tile.h).
void add_tiling(Plan& plan, const reorder::Tiling& tiling) {
  plan.scalars = {{"inner", tiling.inner},
                  {"a", tiling.a},
                  {"a_to", tiling.a_to},
                  {"b", tiling.b},
                  {"b_from", tiling.b_from}};
  add_numbers(plan, "outer", tiling.outer);
  add_numbers(plan, "outer from", tiling.outer_from);
  add_numbers(plan, "outer to", tiling.outer_to);
}

/// The edge of a tile in which every item has `rows` elements: a power of 2.
std::uint32_t edge_of(std::uint32_t block, std::uint32_t rows) {
  std::uint32_t edge = 1;
  while (edge * edge < block * rows) edge *= 2;
  return edge;
}

}  // namespace

Plan plan_reorder_vectors(const Source& source, const Configuration& configuration,
                          const KernelSignature& signature, const DeviceInfo&) {
  const std::uint64_t words = ceil_div(signature.items * element_of(signature), 4);
  Plan plan;
  plan.options = source.options;
  plan.passes = {{source.entry, {ceil_div(words / 4 + 3, configuration.block), 1}}};
  return plan;
}

Plan plan_reorder_gather(const Source& source, const Configuration& configuration,
                         const KernelSignature& signature, const DeviceInfo& device) {
  Plan plan = plan_per_item(source, configuration, signature, device);
  const reorder::StridedOrder order = reorder::gathering(reorder::order_of(signature.scalars));
  add_numbers(plan, "length", order.extent);
  add_numbers(plan, "from", order.to);
  return plan;
}

Plan plan_reorder_tiles(const Source& source, const Configuration& configuration,
                        const KernelSignature& signature, const DeviceInfo&) {
  const std::uint32_t edge = edge_of(configuration.block, source.numbers.at("rows_per_item"));
  const reorder::Tiling tiling = reorder::tiling_of(reorder::order_of(signature.scalars));
  Plan plan;
  plan.options = fmt::format("{} -DREORDER_EDGE={}", source.options, edge);
  plan.passes = {{source.entry, {tiling.tiles(edge), 1}}};
  plan.parameters = {{"edge", edge}};
  add_tiling(plan, tiling);
  return plan;
}

Plan plan_reorder_diagonal(const Source& source, const Configuration& configuration,
                           const KernelSignature& signature, const DeviceInfo&) {
  const reorder::SkewedTile tile = reorder::skewed_tile(element_of(signature), configuration.block);
  const auto extent = [&](std::size_t k) {
    return std::get<std::uint32_t>(signature.scalars.at(1 + k).value);
  };
  Plan plan;
  plan.options = fmt::format("{} -DREORDER_DIAGONALS={} -DREORDER_ROWS={} -DREORDER_FRINGE={}",
                             source.options, tile.diagonals, tile.rows, tile.fringe);
  plan.passes = {{source.entry, {reorder::skewed_tiles(tile, extent(0), extent(1), extent(2)), 1}}};
  plan.parameters = {{"diagonals", tile.diagonals}, {"rows", tile.rows}, {"fringe", tile.fringe}};
  return plan;
}

Plan plan_reorder_planned(const Source& source, const Configuration& configuration,
                          const KernelSignature& signature, const DeviceInfo&) {
  const reorder::Planned planned = reorder::planned_for(reorder::order_of(signature.scalars),
                                                        element_of(signature), configuration.block);
  const std::uint32_t edge = reorder::tile_edge(planned.bytes, planned.word, configuration.block);
  Plan plan;
  plan.options = fmt::format(
      "{} -DREORDER_BYTES={} -DREORDER_WORD={} -DREORDER_WAY={} -DREORDER_EDGE={} "
      "-DREORDER_CAPACITY={}",
      source.options, planned.bytes, planned.word, static_cast<int>(planned.way), edge,
      reorder::box_capacity(planned.bytes));
  plan.passes = {{source.entry, {planned.groups, 1}}};
  plan.parameters = {{"bytes", planned.bytes}, {"word", planned.word}};
  if (planned.way != reorder::Way::boxes) {
    plan.parameters.emplace_back("edge", edge);
    add_tiling(plan, planned.tiling);
    return plan;
  }
  plan.options += fmt::format(" -DREORDER_DEPTH={} -DREORDER_LATER={}", planned.packing.depth,
                              fmt::join(planned.packing.later, ","));
  plan.parameters.emplace_back("box", planned.packing.volume());
  add_numbers(plan, "length", planned.packing.extent);
  add_numbers(plan, "from", planned.packing.from);
  add_numbers(plan, "to", planned.packing.to);
  add_numbers(plan, "box", planned.packing.box);
  add_numbers(plan, "reciprocal", planned.packing.reciprocal);
  add_numbers(plan, "pitch", planned.packing.pitch);
  return plan;
}

}  // namespace gputest::opencl
