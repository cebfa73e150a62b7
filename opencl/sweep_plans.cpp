#include "common/arrays/diagonal_tile.h"
#include "common/arrays/wavefront.h"
#include "common/core/ceil_div.hpp"
#include "opencl/plans.hpp"

namespace gputest::opencl {
namespace {

std::uint32_t edge_of_box(const KernelSignature& signature, const char* name) {
  return find_whole(signature.scalars, name).value();
}

/// An enqueue for each wavefront of nx by ny by nz cells or tiles, with an item or a group per
/// place.
std::vector<Enqueue> wavefronts_of(const std::string& entry, std::uint32_t nx, std::uint32_t ny,
                                   std::uint32_t nz, std::uint64_t places_per_group) {
  std::vector<Enqueue> passes;
  for (std::uint32_t w = 0; w < gt_wavefronts(nx, ny, nz); ++w)
    passes.push_back(
        {entry, {ceil_div(gt_wavefront_places(w, nx, ny, nz), places_per_group), 1}, false, w});
  return passes;
}

}  // namespace

Plan plan_sweep_wavefronts(const Source& source, const Configuration& configuration,
                           const KernelSignature& signature, const DeviceInfo&) {
  Plan plan;
  plan.options = source.options;
  plan.passes =
      wavefronts_of(source.entry, edge_of_box(signature, "nx"), edge_of_box(signature, "ny"),
                    edge_of_box(signature, "nz"), configuration.block);
  return plan;
}

Plan plan_sweep_tiles(const Source& source, const Configuration& configuration,
                      const KernelSignature& signature, const DeviceInfo&) {
  std::uint32_t edge = 1;
  while (edge * edge < configuration.block) edge *= 2;
  const auto tiles = [&](const char* name) {
    return static_cast<std::uint32_t>(ceil_div(edge_of_box(signature, name), edge));
  };
  Plan plan;
  plan.options = source.options + " -DSWEEP_EDGE=" + std::to_string(edge);
  plan.passes = wavefronts_of(source.entry, tiles("nx"), tiles("ny"), tiles("nz"), 1);
  plan.parameters = {{"edge", edge}};
  return plan;
}

Plan plan_sweep_diagonal_tiles(const Source& source, const Configuration& configuration,
                               const KernelSignature& signature, const DeviceInfo&) {
  const std::uint32_t planes = GT_TILE_PLANES(configuration.block),
                      rows = configuration.block / planes;
  const std::uint32_t nx = edge_of_box(signature, "nx"), ny = edge_of_box(signature, "ny"),
                      nz = edge_of_box(signature, "nz");
  Plan plan;
  plan.options = source.options;
  plan.passes = wavefronts_of(source.entry, (nx + ny - 2) / GT_TILE_DIAGONALS + 1,
                              (ny - 1) / rows + 1, (nz - 1) / planes + 1, 1);
  plan.parameters = {{"rows", rows}, {"planes", planes}};
  return plan;
}

}  // namespace gputest::opencl
