#include <fmt/format.h>

#include <algorithm>

#include "common/core/ceil_div.hpp"
#include "common/octree/shape.hpp"
#include "common/tree/list_passes.hpp"
#include "opencl/plans.hpp"

namespace gputest::opencl {
namespace {

// These are constants of opencl/kernels/tree/build.cl.
constexpr std::uint64_t kTreeBlock = 128;
constexpr std::uint64_t kSortedByGroup = 1024;  // GT_SUMMED
constexpr std::uint64_t kMostParts = 256;       // GT_MOST_PARTS
constexpr std::uint64_t kMostGroups = 1024;     // groups that make cells; each item makes several
constexpr std::uint64_t kDigits = 16, kRounds = 16;

}  // namespace

Plan plan_tree_build(const Source& source, const KernelSignature& signature,
                     const std::string& options) {
  const std::uint64_t n = signature.items;
  const std::uint64_t blocks = ceil_div(n, kTreeBlock), groups = ceil_div(n, kSortedByGroup);
  const std::uint64_t sums = ceil_div(kDigits * groups + 1, kSortedByGroup);
  const std::uint64_t counts = tree::count_words(n);
  Plan plan;
  plan.options = source.options;
  plan.shared = Program{
      source.shared, kTreeBlock, {}, fmt::format("-DGT_SUMMED={}{}", kSortedByGroup, options)};
  for (const Specialization& constant : signature.specializations)
    if (constant.name == "octupole") plan.shared->specializations.push_back(constant);
  const auto pass = [&](const char* entry, std::uint64_t number, std::uint64_t offset = 0) {
    plan.passes.push_back({entry, {number, 1}, true, offset});
  };
  pass("tree_bounds", std::min(blocks, kMostParts));
  pass("tree_box", 1);
  pass("tree_keys", blocks);
  for (std::uint64_t round = 0; round < kRounds; ++round) {
    pass("tree_sort_count", groups, round);
    pass("tree_sort_sum_parts", sums, round);
    pass("tree_sort_sum", sums, round);
    pass("tree_sort_move", groups, round);
  }
  pass("tree_gather", blocks);
  pass("tree_spans", blocks);
  pass("tree_count", ceil_div(counts, kTreeBlock));
  pass("tree_sum_parts", ceil_div(counts, kSortedByGroup));
  pass("tree_sum", ceil_div(counts, kSortedByGroup));
  pass("tree_place", ceil_div(counts, kTreeBlock));
  for (std::uint32_t below = 0; below < tree::kLevels; ++below) {
    const std::uint64_t cells = tree::most_cells_of(tree::kLevels - 1 - below, n);
    pass("tree_cells", std::min(ceil_div(cells, kTreeBlock), kMostGroups), below);
  }
  pass("tree_groups", ceil_div(ceil_div(n, std::uint64_t{tree::kGroup}), kTreeBlock));
  return plan;
}

namespace {

/// Build options of the tree's passes if a walk is only for some of the bodies. The walk itself
/// gets them from the signature's specialization.
std::string options_of(const KernelSignature& signature) {
  const auto some = find_value(signature.specializations, "some");
  return some ? fmt::format(" -DGT_SOME={}", *some) : "";
}

}  // namespace

Plan plan_tree(const Source& source, const Configuration& configuration,
               const KernelSignature& signature, const DeviceInfo&) {
  // Like common/octree/arguments.hpp.
  enum Stages { kAll, kBuild, kWalk };
  const std::uint32_t stages = find_value(signature.specializations, "stages").value_or(kAll);
  Plan plan;
  plan.options = source.options;
  if (stages != kWalk) plan = plan_tree_build(source, signature, options_of(signature));
  if (stages != kBuild)
    plan.passes.push_back({source.entry, {ceil_div(signature.items, configuration.block), 1}});
  return plan;
}

Plan plan_tree_lists(const Source& source, const Configuration& configuration,
                     const KernelSignature& signature, const DeviceInfo&) {
  Plan plan = plan_tree_build(source, signature, options_of(signature));
  const std::uint64_t n = signature.items, block = configuration.block;
  const std::uint64_t groups = ceil_div(ceil_div(n, std::uint64_t{tree::kGroup}), block);
  plan.passes.push_back({"tree_list_count", {groups, 1}});
  const std::uint64_t sums = ceil_div(tree::count_words(n), kSortedByGroup);
  for (const char* entry : {"tree_sum_parts", "tree_sum"})
    plan.passes.push_back({entry, {sums, 1}, true});
  for (std::uint32_t pass = 0; pass < tree::list_passes(n); ++pass) {
    plan.passes.push_back({"tree_list_write", {groups, 1}, false, pass});
    plan.passes.push_back({source.entry, {ceil_div(n, block), 1}, false, pass});
  }
  return plan;
}

}  // namespace gputest::opencl
