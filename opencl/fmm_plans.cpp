#include <algorithm>

#include "common/core/ceil_div.hpp"
#include "common/fmm/cell.hpp"
#include "common/octree/shape.hpp"
#include "opencl/plans.hpp"

namespace gputest::opencl {

Plan plan_fmm(const Source& source, const Configuration& configuration,
              const KernelSignature& signature, const DeviceInfo&) {
  constexpr std::uint64_t kMostGroups = 1024;  // each takes several cells
  Plan plan = plan_tree_build(source, signature, " -DGT_FMM=1");
  const std::uint64_t n = signature.items, block = configuration.block;
  // A series of levels: which level the k-th enqueue is, and how many cells an item or a group
  // takes.
  const auto levels = [&](const char* entry, std::uint32_t count, std::uint64_t cells_per_group,
                          const auto& level) {
    for (std::uint32_t k = 0; k < count; ++k) {
      const std::uint64_t groups = ceil_div(tree::most_cells_of(level(k), n), cells_per_group);
      plan.passes.push_back({entry, {std::min(groups, kMostGroups), 1}, false, k});
    }
  };
  const std::uint64_t all = std::min(tree::most_cells(n, fmm::kLeaf), 8 * kMostGroups);
  levels("fmm_gather", tree::kLevels, block, [](auto k) { return tree::kLevels - 1 - k; });
  levels("fmm_list", tree::kLevels, 1, [](auto k) { return k; });
  plan.passes.push_back({"fmm_expand", {all, 1}});
  levels("fmm_shift", tree::kLevels - 1, block, [](auto k) { return 1 + k; });
  plan.passes.push_back({source.entry, {all, 1}});
  return plan;
}

}  // namespace gputest::opencl
