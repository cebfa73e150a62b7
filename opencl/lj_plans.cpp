#include <fmt/format.h>

#include "common/cells/verlet_list.hpp"
#include "common/core/ceil_div.hpp"
#include "opencl/plans.hpp"

namespace gputest::opencl {
namespace {

/// A plan with `lanes` work-items for each of `units` particles or clusters.
Plan plan_lanes(const Source& source, const Configuration& configuration,
                const KernelSignature& signature, std::uint64_t units) {
  const std::uint32_t lanes = source.numbers.at("lanes");
  const std::uint64_t block = configuration.block;
  Plan made;
  const std::string force = configuration.on_axis("pair");
  made.options = fmt::format("{} -DGT_LANES={} -DGT_CLUSTER={} -DGT_PAIR_FORCE=gt_pair_{}",
                             source.options, lanes, kClusterSize, force.empty() ? "lj" : force);
  if (configuration.on_axis("newton3") == "on")
    made.passes.push_back({"lj_zero", {ceil_div(signature.items, block), 1}});
  made.passes.push_back({source.entry, {ceil_div(lanes * units, block), 1}});
  made.parameters = {{"lanes", lanes}};
  return made;
}

}  // namespace

Plan plan_per_particle(const Source& source, const Configuration& configuration,
                       const KernelSignature& signature, const DeviceInfo&) {
  return plan_lanes(source, configuration, signature, signature.items);
}

Plan plan_per_cluster(const Source& source, const Configuration& configuration,
                      const KernelSignature& signature, const DeviceInfo&) {
  Plan made = plan_lanes(source, configuration, signature, ceil_div(signature.items, kClusterSize));
  made.parameters.push_back({"particles_per_cluster", kClusterSize});
  return made;
}

}  // namespace gputest::opencl
