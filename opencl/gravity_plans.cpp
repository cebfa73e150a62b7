#include "opencl/gravity_plans.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gputest::opencl {
namespace {

constexpr std::uint32_t kUnroll = 16;
constexpr std::uint32_t kBodiesPerItem = 4;
constexpr std::uint64_t kGroupsPerUnit = 16;  // enough that the last wave of groups costs little
constexpr std::uint64_t kMostSplits = 64;

std::uint64_t divide_up(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }

bool is_unsoftened(const ArgumentShapes& shapes) {
  return std::any_of(shapes.scalars.begin(), shapes.scalars.end(), [](const Scalar& scalar) {
    return scalar.name == "eps2" && std::get<double>(scalar.value) == 0;
  });
}

std::string common_options(const ArgumentShapes& shapes) {
  return fmt::format("-DGT_UNSOFTENED={} ", is_unsoftened(shapes) ? 1 : 0);
}

Plan one_item_a_body(const std::string& entry, const Configuration& configuration,
                     const ArgumentShapes& shapes) {
  Plan plan;
  plan.options = common_options(shapes);
  plan.passes = {{entry, {divide_up(shapes.items, configuration.block), 1}}};
  return plan;
}

}  // namespace

Plan plan_naive(const Configuration& configuration, const ArgumentShapes& shapes,
                const DeviceInfo&) {
  return one_item_a_body("gravity_naive", configuration, shapes);
}

Plan plan_tiled(const Configuration& configuration, const ArgumentShapes& shapes,
                const DeviceInfo&) {
  return one_item_a_body("gravity_tiled", configuration, shapes);
}

Plan plan_unrolled(const Configuration& configuration, const ArgumentShapes& shapes,
                   const DeviceInfo&) {
  Plan plan = one_item_a_body("gravity_tiled", configuration, shapes);
  plan.options += fmt::format("-DGT_UNROLL={} ", kUnroll);
  return plan;
}

Plan plan_texture2d(const Configuration& configuration, const ArgumentShapes& shapes,
                    const DeviceInfo&) {
  return one_item_a_body("gravity_texture2d", configuration, shapes);
}

Plan plan_blocked(const Configuration& configuration, const ArgumentShapes& shapes,
                  const DeviceInfo& device) {
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
  plan.options = common_options(shapes) +
                 fmt::format("-DGT_PER_ITEM={} -DGT_UNROLL={} ", kBodiesPerItem, kUnroll);
  plan.scratch = {{"partial", shapes.outputs[0].element, 4, filled * n}};
  plan.scalars = {{"bodies_per_split", static_cast<std::uint32_t>(bodies_per_split)}};
  plan.passes = {{"gravity_blocked", {groups, filled}},
                 {"gravity_blocked_total", {divide_up(n, block), 1}}};
  return plan;
}

}  // namespace gputest::opencl
