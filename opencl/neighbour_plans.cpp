#include "opencl/neighbour_plans.hpp"

namespace gputest::opencl {
namespace {

constexpr std::uint64_t kSummed = 1024;  // GT_SUMMED of opencl/kernels/neighbour.h

std::uint64_t divide_up(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }

/// The grid's cells, of which the array has one more.
std::uint64_t cells(const ArgumentShapes& shapes) { return shapes.scratch.front().count - 1; }

/// Of a builder that searches in `groups` groups, and counts a csr list by its pass `count` in
/// `count_groups`.
Plan plan(const Source& source, const Configuration& configuration, const ArgumentShapes& shapes,
          std::uint64_t groups, const char* count, std::uint64_t count_groups) {
  const auto items = [&](std::uint64_t number) -> std::array<std::size_t, 2> {
    return {divide_up(number, configuration.block), 1};
  };
  const auto sums = [&](std::uint64_t length) -> std::array<std::size_t, 2> {
    return {divide_up(length, kSummed), 1};
  };
  Plan made;
  made.options = source.options;
  made.passes = {{"neighbour_clear", items(cells(shapes) + 1)},
                 {"neighbour_bin", items(shapes.items)},
                 {"neighbour_sum_parts_of_cells", sums(cells(shapes) + 1)},
                 {"neighbour_sum_cells", sums(cells(shapes) + 1)},
                 {"neighbour_arrive", items(shapes.items)},
                 {"neighbour_sort", items(shapes.items)}};
  if (configuration.on_axis("list") == "csr") {
    made.passes.push_back({count, {count_groups, 1}});
    made.passes.push_back({"neighbour_sum_parts_of_lists", sums(shapes.items + 1)});
    made.passes.push_back({"neighbour_sum_lists", sums(shapes.items + 1)});
  }
  made.passes.push_back({source.entry, {groups, 1}});
  return made;
}

/// Of a builder that counts with an item a particle.
Plan plan(const Source& source, const Configuration& configuration, const ArgumentShapes& shapes,
          std::uint64_t groups) {
  return plan(source, configuration, shapes, groups, "neighbour_count",
              divide_up(shapes.items, configuration.block));
}

}  // namespace

Plan plan_item_builder(const Source& source, const Configuration& configuration,
                       const ArgumentShapes& shapes, const DeviceInfo&) {
  return plan(source, configuration, shapes, divide_up(shapes.items, configuration.block));
}

Plan plan_group_builder(const Source& source, const Configuration& configuration,
                        const ArgumentShapes& shapes, const DeviceInfo&) {
  return plan(source, configuration, shapes, shapes.items);
}

Plan plan_cell_builder(const Source& source, const Configuration& configuration,
                       const ArgumentShapes& shapes, const DeviceInfo&) {
  return plan(source, configuration, shapes, cells(shapes));
}

Plan plan_mask_builder(const Source& source, const Configuration& configuration,
                       const ArgumentShapes& shapes, const DeviceInfo&) {
  const std::uint64_t groups = divide_up(shapes.items, configuration.block);
  return plan(source, configuration, shapes, groups, "neighbour_mask_count", groups);
}

}  // namespace gputest::opencl
