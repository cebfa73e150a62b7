#include "opencl/lj_plans.hpp"

#include <fmt/format.h>

#include "common/core/ceil_div.hpp"
#include "common/cells/verlet_list.hpp"

namespace gputest::opencl {
namespace {

/// A pass of `items` work-items, `lanes` of which work together.
Plan plan(const Source& source, const Configuration& configuration, const KernelSignature& shapes,
          std::uint64_t items, std::uint32_t lanes) {
  Plan made;
  made.options =
      fmt::format("{} -DGT_LANES={} -DGT_CLUSTER={}", source.options, lanes, kClusterSize);
  const std::uint64_t block = configuration.block;
  if (configuration.on_axis("newton3") == "on")
    made.passes.push_back({"lj_zero", {ceil_div(shapes.items, block), 1}});
  made.passes.push_back({source.entry, {ceil_div(items, block), 1}});
  return made;
}

}  // namespace

Plan plan_one_item_per_particle(const Source& source, const Configuration& configuration,
                              const KernelSignature& shapes, const DeviceInfo&) {
  return plan(source, configuration, shapes, shapes.items, 1);
}

Plan plan_two_items_per_particle(const Source& source, const Configuration& configuration,
                               const KernelSignature& shapes, const DeviceInfo&) {
  return plan(source, configuration, shapes, 2 * shapes.items, 2);
}

Plan plan_lanes_per_particle(const Source& source, const Configuration& configuration,
                          const KernelSignature& shapes, const DeviceInfo&) {
  constexpr std::uint32_t kLanes = 8;
  return plan(source, configuration, shapes, kLanes * shapes.items, kLanes);
}

Plan plan_lanes_per_cluster(const Source& source, const Configuration& configuration,
                         const KernelSignature& shapes, const DeviceInfo&) {
  constexpr std::uint32_t kLanes = 32;
  return plan(source, configuration, shapes, kLanes * ceil_div(shapes.items, kClusterSize),
              kLanes);
}

}  // namespace gputest::opencl
