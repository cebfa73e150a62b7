#include "common/ewald/signature.hpp"

#include <algorithm>
#include <string>

#include "common/cells/short_range.hpp"
#include "common/cells/sort_work.hpp"
#include "common/core/ceil_div.hpp"
#include "common/ewald/waves_per_block.hpp"
#include "common/layout/layout.hpp"

namespace gputest {
namespace {

/// The number of particles that a block goes through: few enough that the blocks fill a device, but
/// enough to keep the block's threads busy.
std::uint64_t particles_per_part(std::uint64_t n, std::uint64_t waves) {
  constexpr std::uint64_t kBlocks = 4096, kFewest = 512;
  const std::uint64_t groups = ceil_div(waves, std::uint64_t{kWavesPerBlock});
  const std::uint64_t parts = std::max<std::uint64_t>(1, kBlocks / groups);
  return std::max(kFewest, ceil_div(n, parts));
}

}  // namespace

KernelSignature ewald_wave_signature(std::uint64_t n, std::uint64_t waves,
                                     const PeriodicEdges& edges,
                                     const Configuration& configuration) {
  const Element real = element_of(configuration.precision);
  const std::uint64_t part = particles_per_part(n, waves);
  KernelSignature shapes;
  shapes.inputs = find_layout(configuration.layout)->shapes(n, real, 0);
  shapes.inputs.push_back({"waves", real, 4, waves});
  shapes.outputs = {{"forces", real, 4, n}};
  shapes.scratch = {{"partial", real, 2, ceil_div(n, part) * waves},
                    {"amplitudes", real, 2, waves}};
  shapes.scalars = {{"n", static_cast<std::uint32_t>(n)},
                    {"wave_count", static_cast<std::uint32_t>(waves)},
                    {"particles_per_part", static_cast<std::uint32_t>(part)}};
  for (Scalar& scalar : box_scalars(edges)) shapes.scalars.push_back(std::move(scalar));
  shapes.items = n;
  return shapes;
}

KernelSignature ewald_real_signature(std::uint64_t n, std::optional<std::uint64_t> entries,
                                     double alpha, double cutoff, const PeriodicEdges& edges,
                                     const Configuration& configuration) {
  const Element real = element_of(configuration.precision);
  KernelSignature shapes;
  shapes.inputs = find_layout(configuration.layout)->shapes(n, real, 0);
  if (entries) {
    shapes.inputs.push_back({"starts", Element::uint32, 1, n + 1});
    shapes.inputs.push_back({"entries", Element::uint32, 1, std::max<std::uint64_t>(1, *entries)});
  }
  shapes.outputs = {{"forces", real, 4, n}};
  shapes.scalars = {
      {"n", static_cast<std::uint32_t>(n)}, {"alpha", alpha}, {"cutoff2", cutoff * cutoff}};
  for (Scalar& scalar : box_scalars(edges)) shapes.scalars.push_back(std::move(scalar));
  shapes.specializations = {{"periodic", 1}};
  shapes.items = n;
  return shapes;
}

KernelSignature ewald_mesh_signature(std::uint64_t n, const EwaldMesh& mesh,
                                     const PeriodicEdges& edges,
                                     const Configuration& configuration) {
  const Element real = element_of(configuration.precision);
  KernelSignature shapes;
  shapes.inputs = find_layout(configuration.layout)->shapes(n, real, 0);
  shapes.inputs.push_back({"influence", real, 1, mesh.modes()});
  shapes.outputs = {{"forces", real, 4, n}};
  shapes.scratch = {{"mesh", real, 1, mesh.count()}, {"modes", real, 2, mesh.modes()}};
  if (const std::string spread = configuration.on_axis("spread");
      spread == "sorted" || spread == "gather") {
    shapes.scratch.push_back({"by_place", Element::uint32, 1, n});
    shapes.scratch.push_back({"place_starts", Element::uint32, 1, mesh.columns() + 1});
    shapes.scratch.push_back({"charges", real, 4, n});
    shapes.scratch.push_back({"work", Element::uint32, 1, 3 * n + 64 + sort_storage_words(n)});
  }
  shapes.scalars = {{"n", static_cast<std::uint32_t>(n)}};
  for (std::size_t axis = 0; axis < 3; ++axis)
    shapes.scalars.push_back({std::string("mesh_") + "xyz"[axis], mesh.points[axis]});
  for (Scalar& scalar : box_scalars(edges)) shapes.scalars.push_back(std::move(scalar));
  shapes.specializations = {{"order", mesh.order}};
  shapes.items = n;
  return shapes;
}

}  // namespace gputest
