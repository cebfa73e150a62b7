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

Plan plan_launches(const Source& source, const Configuration& configuration,
                   const KernelSignature& signature, const DeviceInfo& device) {
  Plan plan = plan_per_item(source, configuration, signature, device);
  const std::array<std::uint64_t, 2> groups = plan.passes.front().groups;
  plan.passes.clear();
  const auto add = [&](const std::string& entry, const char* times) {
    for (std::uint64_t k = 0; k < find_value(signature.specializations, times).value_or(0); ++k)
      plan.passes.push_back({entry, groups, false, k});
  };
  add(source.entry + "_empty", "empty_kernels");
  add(source.entry, "counting_kernels");
  return plan;
}

Plan plan_transfer(const Source&, const Configuration&, const KernelSignature& signature,
                   const DeviceInfo&) {
  Plan plan;
  const bool to_device = signature.inputs.at(0).is_on_host();
  plan.passes = {{to_device ? "copy to the device" : "copy from the device", {0, 0}}};
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
