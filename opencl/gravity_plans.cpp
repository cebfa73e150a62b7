#include "opencl/gravity_plans.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gputest::opencl {
namespace {

constexpr std::uint32_t kBodiesPerItem = 4;
constexpr std::uint64_t kGroupsPerUnit = 16;  // enough that the last wave of groups costs little
constexpr std::uint64_t kMostSplits = 64;

std::uint64_t divide_up(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }

}  // namespace

Plan plan_one_item_a_body(const Source& source, const Configuration& configuration,
                          const ArgumentShapes& shapes, const DeviceInfo&) {
  Plan plan;
  plan.options = source.options;
  plan.passes = {{source.entry, {divide_up(shapes.items, configuration.block), 1}}};
  return plan;
}

Plan plan_blocked(const Source& source, const Configuration& configuration,
                  const ArgumentShapes& shapes, const DeviceInfo& device) {
  const std::uint64_t n = shapes.items;
  const std::uint64_t block = configuration.block;
  const std::uint64_t groups = divide_up(n, block * kBodiesPerItem);
  const std::uint64_t wanted =
      divide_up(kGroupsPerUnit * std::max(1u, device.compute_units), groups);
  const std::uint64_t tiles = divide_up(n, block);
  const std::uint64_t splits = std::clamp<std::uint64_t>(wanted, 1, std::min(kMostSplits, tiles));
  const std::uint64_t bodies_per_split = divide_up(tiles, splits) * block;
  const std::uint64_t filled = divide_up(n, bodies_per_split);  // rounding may leave fewer splits

  Plan plan;
  plan.options = fmt::format("{} -DGT_PER_ITEM={}", source.options, kBodiesPerItem);
  plan.scratch = {{"partial", shapes.outputs[0].element, 4, filled * n}};
  plan.scalars = {{"bodies_per_split", static_cast<std::uint32_t>(bodies_per_split)}};
  plan.passes = {{source.entry, {groups, filled}},
                 {source.entry + "_total", {divide_up(n, block), 1}}};
  return plan;
}

}  // namespace gputest::opencl
