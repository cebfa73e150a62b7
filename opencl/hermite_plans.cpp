#include <fmt/format.h>

#include <string>
#include <variant>

#include "common/core/ceil_div.hpp"
#include "common/core/error.hpp"
#include "opencl/plans.hpp"

namespace gputest::opencl {
Plan plan_hermite_splits(const Source& source, const Configuration& configuration,
                         const KernelSignature& signature, const DeviceInfo&) {
  const std::uint64_t block = configuration.block;
  const std::uint32_t per_item = source.numbers.at("bodies_per_item");
  const auto n = find_whole(signature.scalars, "n"),
             per_split = find_whole(signature.scalars, "bodies_per_split");
  if (!n || !per_split)
    throw Error(Status::bad_input,
                fmt::format("{} has launch = hermite_splits, but its family has no scalars n and "
                            "bodies_per_split",
                            source.path));
  const std::uint64_t splits = ceil_div(std::uint64_t{*n}, *per_split);
  Plan plan;
  plan.options = fmt::format("{} -DGT_PER_ITEM={}", source.options, per_item);
  plan.passes = {{source.entry, {ceil_div(signature.items, block * per_item), splits}},
                 {source.entry + "_total", {ceil_div(signature.items, block), 1}}};
  plan.parameters = {{"bodies_per_item", per_item}, {"splits", splits}};
  return plan;
}

}  // namespace gputest::opencl
