#include "opencl/neighbour_plans.hpp"

#include <fmt/format.h>

#include "common/core/ceil_div.hpp"

namespace gputest::opencl {
namespace {

constexpr std::uint64_t kSortBlock = 128;
constexpr std::uint64_t kSummed = 1024;  // GT_SUMMED of opencl/kernels/neighbour/sort.cl

/// The grid's cells, of which the array has one more.
std::uint64_t cells(const KernelSignature& shapes) { return shapes.scratch.front().count - 1; }

/// Of a builder that searches in `groups` groups, and counts a csr list by its pass `count` in
/// `count_groups`.
Plan plan(const Source& source, const Configuration& configuration, const KernelSignature& shapes,
          std::uint64_t groups, const char* count, std::uint64_t count_groups) {
  const auto pass = [](const char* entry, std::uint64_t number, std::uint64_t a_group) -> Pass {
    return {entry, {ceil_div(number, a_group), 1}, true};
  };
  Plan made;
  made.options = source.options;
  made.shared = Program{"neighbour_sort", kSortBlock, {}, fmt::format("-DGT_SUMMED={}", kSummed)};
  for (const Specialization& constant : shapes.specializations)
    if (constant.name == "periodic") made.shared->specializations.push_back(constant);
  made.passes = {pass("neighbour_clear", cells(shapes) + 1, kSortBlock),
                 pass("neighbour_bin", shapes.items, kSortBlock),
                 pass("neighbour_sum_parts_of_cells", cells(shapes) + 1, kSummed),
                 pass("neighbour_sum_cells", cells(shapes) + 1, kSummed),
                 pass("neighbour_arrive", shapes.items, kSortBlock),
                 pass("neighbour_sort", shapes.items, kSortBlock)};
  if (configuration.on_axis("list") == "csr") {
    made.passes.push_back({count, {count_groups, 1}});
    made.passes.push_back(pass("neighbour_sum_parts_of_lists", shapes.items + 1, kSummed));
    made.passes.push_back(pass("neighbour_sum_lists", shapes.items + 1, kSummed));
  }
  made.passes.push_back({source.entry, {groups, 1}});
  return made;
}

/// Of a builder that counts with an item a particle.
Plan plan(const Source& source, const Configuration& configuration, const KernelSignature& shapes,
          std::uint64_t groups) {
  return plan(source, configuration, shapes, groups, "neighbour_count",
              ceil_div(shapes.items, configuration.block));
}

}  // namespace

Plan plan_item_builder(const Source& source, const Configuration& configuration,
                       const KernelSignature& shapes, const DeviceInfo&) {
  return plan(source, configuration, shapes, ceil_div(shapes.items, configuration.block));
}

Plan plan_group_builder(const Source& source, const Configuration& configuration,
                        const KernelSignature& shapes, const DeviceInfo&) {
  return plan(source, configuration, shapes, shapes.items);
}

Plan plan_cell_builder(const Source& source, const Configuration& configuration,
                       const KernelSignature& shapes, const DeviceInfo&) {
  return plan(source, configuration, shapes, cells(shapes), "neighbour_cell_count", cells(shapes));
}

Plan plan_mask_builder(const Source& source, const Configuration& configuration,
                       const KernelSignature& shapes, const DeviceInfo&) {
  const std::uint64_t groups = ceil_div(shapes.items, configuration.block);
  return plan(source, configuration, shapes, groups, "neighbour_mask_count", groups);
}

}  // namespace gputest::opencl
