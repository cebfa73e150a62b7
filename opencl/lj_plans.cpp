#include "opencl/lj_plans.hpp"

#include <fmt/format.h>

#include "common/neighbour/verlet_list.hpp"

namespace gputest::opencl {
namespace {

constexpr std::uint32_t kLanes = 32;

std::uint64_t divide_up(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }

Plan plan(const Source& source, const Configuration& configuration, const ArgumentShapes& shapes,
          std::uint32_t items_a_particle) {
  Plan made;
  made.options =
      fmt::format("{} -DGT_LANES={} -DGT_CLUSTER={}", source.options, kLanes, kClusterSize);
  const std::uint64_t block = configuration.block;
  if (configuration.on_axis("newton3") == "on")
    made.passes.push_back({"lj_zero", {divide_up(shapes.items, block), 1}});
  made.passes.push_back({source.entry, {divide_up(shapes.items * items_a_particle, block), 1}});
  return made;
}

}  // namespace

Plan plan_one_item_a_particle(const Source& source, const Configuration& configuration,
                              const ArgumentShapes& shapes, const DeviceInfo&) {
  return plan(source, configuration, shapes, 1);
}

Plan plan_part_a_particle(const Source& source, const Configuration& configuration,
                          const ArgumentShapes& shapes, const DeviceInfo&) {
  return plan(source, configuration, shapes, kLanes);
}

}  // namespace gputest::opencl
