#include <fmt/format.h>

#include <algorithm>

#include "common/cells/sort_work.hpp"
#include "common/core/ceil_div.hpp"
#include "opencl/plans.hpp"

namespace gputest::opencl {
namespace {

constexpr std::uint64_t kSortBlock = 128;
constexpr std::uint64_t kSummed = 1024;  // GT_SUMMED of opencl/kernels/neighbour/sort.cl

/// The number of the grid's cells; the array has one element more.
std::uint64_t cells(const KernelSignature& signature) {
  return signature.scratch.front().count - 1;
}

/// The plan of a builder that searches in `groups` groups. For a csr list it counts by its pass
/// `count` in `count_groups` groups.
Plan plan_builder(const Source& source, const Configuration& configuration,
                  const KernelSignature& signature, std::uint64_t groups, const std::string& count,
                  std::uint64_t count_groups) {
  const auto pass = [](const char* entry, std::uint64_t number,
                       std::uint64_t per_group) -> Enqueue {
    return {entry, {ceil_div(number, per_group), 1}, true};
  };
  Plan made;
  made.options = source.options;
  made.shared = Program{source.shared, kSortBlock, {}, fmt::format("-DGT_SUMMED={}", kSummed)};
  for (const Specialization& constant : signature.specializations)
    if (constant.name == "periodic") made.shared->specializations.push_back(constant);
  made.passes = {pass("neighbour_clear", cells(signature) + 1, kSortBlock),
                 pass("neighbour_bin", signature.items, kSortBlock),
                 pass("neighbour_sum_parts_of_cells", cells(signature) + 1, kSummed),
                 pass("neighbour_sum_cells", cells(signature) + 1, kSummed),
                 pass("neighbour_arrive", signature.items, kSortBlock),
                 pass("neighbour_sort", signature.items, kSortBlock)};
  if (configuration.on_axis("list") == "csr") {
    made.passes.push_back({count, {count_groups, 1}});
    made.passes.push_back(pass("neighbour_sum_parts_of_lists", signature.items + 1, kSummed));
    made.passes.push_back(pass("neighbour_sum_lists", signature.items + 1, kSummed));
  }
  made.passes.push_back({source.entry, {groups, 1}});
  return made;
}

/// The plan of a builder that counts with one item per particle.
Plan plan_builder(const Source& source, const Configuration& configuration,
                  const KernelSignature& signature, std::uint64_t groups) {
  return plan_builder(source, configuration, signature, groups, "neighbour_count",
                      ceil_div(signature.items, configuration.block));
}

}  // namespace

Plan plan_item_builder(const Source& source, const Configuration& configuration,
                       const KernelSignature& signature, const DeviceInfo&) {
  return plan_builder(source, configuration, signature,
                      ceil_div(signature.items, configuration.block));
}

Plan plan_group_builder(const Source& source, const Configuration& configuration,
                        const KernelSignature& signature, const DeviceInfo&) {
  return plan_builder(source, configuration, signature, signature.items);
}

Plan plan_cell_builder(const Source& source, const Configuration& configuration,
                       const KernelSignature& signature, const DeviceInfo&) {
  return plan_builder(source, configuration, signature, cells(signature), source.entry + "_count",
                      cells(signature));
}

Plan plan_mask_builder(const Source& source, const Configuration& configuration,
                       const KernelSignature& signature, const DeviceInfo&) {
  const std::uint64_t groups = ceil_div(signature.items, configuration.block);
  return plan_builder(source, configuration, signature, groups, source.entry + "_count", groups);
}

Plan plan_simd_builder(const Source& source, const Configuration& configuration,
                       const KernelSignature& signature, const DeviceInfo& device) {
  Plan plan = plan_mask_builder(source, configuration, signature, device);
  const auto last_of_sort =
      std::find_if(plan.passes.begin(), plan.passes.end(),
                   [](const Enqueue& pass) { return pass.entry == "neighbour_sort"; });
  const std::uint64_t blocks = ceil_div(signature.items, kListBlock);
  plan.passes.insert(last_of_sort + 1,
                     {source.entry + "_blocks", {ceil_div(blocks, configuration.block), 1}});
  return plan;
}

}  // namespace gputest::opencl
