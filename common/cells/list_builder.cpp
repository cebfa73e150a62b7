#include "common/cells/list_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "common/cells/short_range.hpp"
#include "common/cells/sort_work.hpp"
#include "common/core/ceil_div.hpp"
#include "common/core/error.hpp"
#include "common/layout/layout.hpp"

namespace gputest {
namespace {

// Cells are wider than the radius by this factor, so that rounding puts no neighbour two cells
// away: in fp32 a position along an axis of a thousand cells is rounded by 1e-4 of a cell.
constexpr double kCellMargin = 1.001;

}  // namespace

BuilderSystem::BuilderSystem(const ParticleSet& p, double list_radius)
    : Extent(p, PeriodicEdges(p)), n(p.size()), edges(p), radius(list_radius) {}

KernelSignature builder_arguments(const Configuration& configuration, const BuilderSystem& system,
                                  std::uint64_t capacity) {
  const std::uint64_t n = system.n;
  const Element real = element_of(configuration.precision);
  const bool ell = configuration.on_axis("list") == "ell";
  const std::uint32_t stride = ell ? ell_stride(n) : 0;
  const std::uint64_t entries = ell ? capacity * stride : capacity;
  if (entries > std::numeric_limits<std::uint32_t>::max())
    throw Error(Status::bad_input,
                fmt::format("a list with room for {} entries exceeds a 32-bit count; choose "
                            "a smaller --capacity, n or radius",
                            entries));
  const Grid grid(system, n, system.radius * kCellMargin);
  KernelSignature shapes;
  shapes.inputs = find_layout(configuration.layout)->shapes(n, real, 0);
  shapes.outputs = {{ell ? "counts" : "starts", Element::uint32, 1, ell ? n : n + 1},
                    {"entries", Element::uint32, 1, std::max<std::uint64_t>(1, entries)}};
  shapes.scratch = {{"cell_starts", Element::uint32, 1, grid.count() + 1},
                    {"slots", Element::uint32, 1, n},
                    {"order", Element::uint32, 1, n},
                    {"sorted", real, 4, ceil_div(n, kListBlock) * kListBlock},
                    {"work", Element::uint32, 1, sort_work_words(n)}};
  const double radius = system.radius;
  shapes.scalars = {{"n", static_cast<std::uint32_t>(n)},
                    {"stride", stride},
                    {"capacity", static_cast<std::uint32_t>(capacity)},
                    {"radius2", radius * radius}};
  for (Scalar& scalar : box_scalars(system.edges)) shapes.scalars.push_back(std::move(scalar));
  for (std::size_t axis = 0; axis < 3; ++axis)
    shapes.scalars.push_back({fmt::format("cells_{}", "xyz"[axis]), grid.cells[axis]});
  for (std::size_t axis = 0; axis < 3; ++axis)
    shapes.scalars.push_back({fmt::format("low_{}", "xyz"[axis]), grid.low[axis]});
  for (std::size_t axis = 0; axis < 3; ++axis)
    shapes.scalars.push_back(
        {fmt::format("cells_per_length_{}", "xyz"[axis]), grid.cells_per_length[axis]});
  shapes.specializations = {{"newton3", configuration.on_axis("newton3") == "on" ? 1u : 0u},
                            {"ell", ell ? 1u : 0u},
                            {"periodic", system.edges.any() ? 1u : 0u}};
  shapes.items = n;
  return shapes;
}

}  // namespace gputest
