#include "common/core/ceil_div.hpp"
#include "opencl/plans.hpp"

namespace gputest::opencl {

Plan plan_partial_sums(const Source& source, const Configuration& configuration,
                       const KernelSignature& signature, const DeviceInfo& device) {
  Plan plan = plan_groups(source, configuration, signature, device);
  const std::uint64_t parts = plan.passes.front().groups[0];
  plan.scalars = {{"parts", static_cast<std::uint32_t>(parts)}};
  plan.passes.push_back({source.entry + "_total", {1, 1}});
  return plan;
}

Plan plan_zeroed(const Source& source, const Configuration& configuration,
                 const KernelSignature& signature, const DeviceInfo& device) {
  Plan plan = plan_per_item(source, configuration, signature, device);
  const std::uint64_t results = signature.outputs.at(0).count;
  plan.passes.insert(plan.passes.begin(),
                     {source.entry + "_zero", {ceil_div(results, configuration.block), 1}});
  return plan;
}

}  // namespace gputest::opencl
