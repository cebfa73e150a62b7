#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "common/core/ceil_div.hpp"
#include "common/core/error.hpp"
#include "common/gravity/fixed64_scale.hpp"
#include "common/gravity/symmetric_ring.h"
#include "opencl/plans.hpp"

namespace gputest::opencl {
namespace {

constexpr std::uint64_t kItemsPerUnit = 512;  // of gravity_blocked, on a GPU's compute unit
constexpr std::uint64_t kMaxSplits = 64;

constexpr std::uint64_t kSymmetricGroupsPerUnit = 32;

std::uint32_t bodies_that_pull(const KernelSignature& signature) {
  return find_whole(signature.scalars, "n").value_or(static_cast<std::uint32_t>(signature.items));
}

/// The number of splits of the tiles j for which the concurrent groups end together: it has the
/// least product of the number of times that the device is filled and the tiles per group.
std::uint64_t even_splits(std::uint64_t groups, std::uint64_t tiles, std::uint64_t held,
                          std::uint64_t most) {
  std::uint64_t best = 1, least = groups * tiles;
  for (std::uint64_t splits = 1; splits <= std::min(most, tiles); ++splits) {
    const std::uint64_t time = ceil_div(groups * splits, held) * ceil_div(tiles, splits);
    if (time < least) {
      least = time;
      best = splits;
    }
  }
  return best;
}

}  // namespace

Plan plan_blocked(const Source& source, const Configuration& configuration,
                  const KernelSignature& signature, const DeviceInfo& device) {
  const std::uint64_t n = bodies_that_pull(signature);
  const std::uint64_t results = signature.items;
  const std::uint64_t block = configuration.block;
  const std::uint32_t per_item = source.numbers.at("bodies_per_item");
  const std::uint64_t tiles = ceil_div(n, block);
  const std::uint64_t groups = ceil_div(results, block * per_item);
  const std::uint64_t held = std::max(1u, device.compute_units) * ceil_div(kItemsPerUnit, block);
  const std::uint64_t sums_bytes = signature.outputs[0].bytes();
  const std::uint64_t fitting = std::max<std::uint64_t>(1, device.memory_bytes / 16 / sums_bytes);
  const std::uint64_t splits = even_splits(groups, tiles, held, std::min(kMaxSplits, fitting));
  const std::uint64_t bodies_per_split = ceil_div(tiles, splits) * block;
  const std::uint64_t filled = ceil_div(n, bodies_per_split);  // rounding may leave fewer splits

  Plan plan;
  plan.options = fmt::format("{} -DGT_PER_ITEM={}", source.options, per_item);
  plan.scratch = {{"partial", signature.outputs[0].element, 4, filled * results}};
  plan.scalars = {{"bodies_per_split", static_cast<std::uint32_t>(bodies_per_split)}};
  plan.passes = {{source.entry, {groups, filled}},
                 {source.entry + "_total", {ceil_div(results, block), 1}}};
  plan.parameters = {{"bodies_per_item", per_item}, {"splits", filled}};
  return plan;
}

Plan plan_fixed_point(const Source& source, const Configuration& configuration,
                      const KernelSignature& signature, const DeviceInfo& device) {
  Plan plan = plan_per_item(source, configuration, signature, device);
  const auto property = [&](std::string_view name) {
    for (const LazyProperty& one : signature.properties)
      if (one.name == name) return one.value();
    throw Error(Status::bad_input, fmt::format("{} has launch = fixed_point, but its family states "
                                               "no {}",
                                               source.path, name));
  };
  plan.is_exact = true;
  plan.scalars = {{"scale", fixed64_scale(property("total_mass"), property("closest_distance"))}};
  return plan;
}

Plan plan_symmetric(const Source& source, const Configuration& configuration,
                    const KernelSignature& signature, const DeviceInfo& device) {
  const std::uint32_t n = bodies_that_pull(signature);
  const std::uint32_t targets = find_whole(signature.scalars, "targets").value_or(0);
  const std::uint64_t pairs = targets == 0 ? std::uint64_t{n} * n / 2 : std::uint64_t{n} * targets;
  // Few bodies need small tiles to keep the device busy (docs/notes/gravity.md).
  constexpr std::uint64_t kFew = 32768;
  const std::uint32_t per_item = pairs <= kFew * kFew / 2 ? 4 : 12;
  gt_symmetric_ring ring;
  if (targets == 0)
    gt_symmetric_ring_make(&ring, n, configuration.block * per_item, per_item);
  else
    gt_symmetric_rectangle_make(&ring, n, targets, configuration.block * per_item,
                                configuration.block);
  const std::uint64_t groups = std::min<std::uint64_t>(
      std::max(1u, device.compute_units) * kSymmetricGroupsPerUnit, gt_symmetric_units(&ring));

  Plan plan;
  plan.options = fmt::format("{} -DGT_PER_ITEM={}", source.options, per_item);
  plan.passes = {{source.entry + "_zero", {ceil_div(signature.items, configuration.block), 1}},
                 {source.entry, {groups, 1}}};
  plan.parameters = {{"bodies_per_item", per_item}};
  return plan;
}

}  // namespace gputest::opencl
