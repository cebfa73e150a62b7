#include "opencl/plans.hpp"

namespace gputest::opencl {

Plan plan_central(const Source& source, const Configuration& configuration,
                  const KernelSignature& signature, const DeviceInfo& device) {
  Plan plan = plan_per_item(source, configuration, signature, device);
  plan.is_exact = configuration.on_axis("sum") != "plain";
  return plan;
}

}  // namespace gputest::opencl
