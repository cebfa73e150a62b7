#include "opencl/neighbour_plans.hpp"

#include <fmt/format.h>

namespace gputest::opencl {
namespace {

constexpr std::uint32_t kLanes = 32;

std::uint64_t divide_up(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }

/// The grid's cells, of which the array has one more.
std::uint64_t cells(const ArgumentShapes& shapes) { return shapes.scratch.front().count - 1; }

Plan plan(const Source& source, const Configuration& configuration, const ArgumentShapes& shapes,
          std::uint64_t groups) {
  const auto items = [&](std::uint64_t count) -> std::array<std::size_t, 2> {
    return {divide_up(count, configuration.block), 1};
  };
  Plan made;
  made.options = fmt::format("{} -DGT_LANES={}", source.options, kLanes);
  made.passes = {{"neighbour_clear", items(cells(shapes) + 1)},
                 {"neighbour_bin", items(shapes.items)},
                 {"neighbour_sum_cells", {1, 1}},
                 {"neighbour_sort", items(shapes.items)}};
  if (configuration.on_axis("list") == "csr") {
    made.passes.push_back({"neighbour_count", items(shapes.items)});
    made.passes.push_back({"neighbour_sum_lists", {1, 1}});
  }
  made.passes.push_back({source.entry, {groups, 1}});
  return made;
}

}  // namespace

Plan plan_item_builder(const Source& source, const Configuration& configuration,
                       const ArgumentShapes& shapes, const DeviceInfo&) {
  return plan(source, configuration, shapes, divide_up(shapes.items, configuration.block));
}

Plan plan_part_builder(const Source& source, const Configuration& configuration,
                       const ArgumentShapes& shapes, const DeviceInfo&) {
  return plan(source, configuration, shapes, divide_up(shapes.items * kLanes, configuration.block));
}

Plan plan_cell_builder(const Source& source, const Configuration& configuration,
                       const ArgumentShapes& shapes, const DeviceInfo&) {
  return plan(source, configuration, shapes, cells(shapes));
}

}  // namespace gputest::opencl
