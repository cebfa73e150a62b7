#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "common/core/ceil_div.hpp"
#include "opencl/plans.hpp"

namespace gputest::opencl {
namespace {

constexpr std::uint64_t kSummedBins = 1024;  // GT_SUMMED of opencl/kernels/running_sums.h

}  // namespace

Plan plan_step_essential(const Source& source, const Configuration& configuration,
                         const KernelSignature& signature, const DeviceInfo&) {
  constexpr std::uint64_t kMostGroups = 1024;
  const std::uint64_t groups =
      std::min(ceil_div(signature.items, std::uint64_t{configuration.block}), kMostGroups);
  Plan plan;
  plan.options = source.options;
  for (const char* entry : {"step_essential_parents", "step_essential_claim", "step_essential"})
    plan.passes.push_back({entry, {groups, 1}});
  return plan;
}

Plan plan_step_order(const Source& source, const Configuration& configuration,
                     const KernelSignature& signature, const DeviceInfo&) {
  // Like GT_BINS of opencl/kernels/simulate/step_order.cl.
  const auto n = static_cast<std::uint32_t>(signature.items);
  const auto bits = std::min(find_whole(signature.scalars, "key_bits").value(),
                             static_cast<std::uint32_t>(std::bit_width(n)));
  const std::uint64_t bins = (std::uint64_t{1} << bits) + 1;
  const std::uint64_t block = configuration.block;
  Plan plan;
  plan.options = fmt::format("{} -DGT_SUMMED={}", source.options, kSummedBins);
  plan.passes = {{"step_order_clear", {ceil_div(bins, block), 1}},
                 {"step_order", {ceil_div(n, block), 1}},
                 {"step_order_sum_parts", {ceil_div(bins, kSummedBins), 1}},
                 {"step_order_sum", {ceil_div(bins, kSummedBins), 1}},
                 {"step_order_arrive", {ceil_div(n, block), 1}},
                 {"step_order_rank", {ceil_div(n, block), 1}}};
  plan.parameters = {{"bins", bins - 1}};
  return plan;
}

}  // namespace gputest::opencl
