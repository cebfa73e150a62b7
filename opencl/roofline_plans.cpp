#include <fmt/format.h>

#include "common/core/ceil_div.hpp"
#include "opencl/plans.hpp"

namespace gputest::opencl {

Plan plan_vectors_on_host(const Source& source, const Configuration& configuration,
                          const KernelSignature& signature, const DeviceInfo& device) {
  constexpr std::uint32_t kOnHost = 32;  // eight vectors of four bodies: enough independent chains
  const std::uint32_t per_item = device.on_host ? kOnHost : 1;
  Plan plan;
  plan.options = fmt::format("{} -DGT_PER_ITEM={}", source.options, per_item);
  plan.passes = {{source.entry,
                  {ceil_div(signature.items, std::uint64_t{configuration.block} * per_item), 1}}};
  plan.parameters = {{"bodies_per_item", per_item}};
  return plan;
}

}  // namespace gputest::opencl
