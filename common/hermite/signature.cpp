#include "common/hermite/signature.hpp"

#include <algorithm>

#include "common/core/ceil_div.hpp"
#include "common/layout/layout.hpp"

namespace gputest {
namespace {

/// How kernels split the range of j: into as many parts as give at most this number of results,
/// which fill a device. No part is shorter than a tile.
constexpr std::uint64_t kPartialResults = std::uint64_t{1} << 19;
constexpr std::uint64_t kSplitUnit = 256;

std::uint64_t bodies_per_split(std::uint64_t n, std::uint64_t active) {
  const std::uint64_t splits = std::max<std::uint64_t>(1, kPartialResults / active);
  return ceil_div(ceil_div(n, splits), kSplitUnit) * kSplitUnit;
}

}  // namespace

KernelSignature hermite_signature(const HermiteShape& shape, const Configuration& configuration) {
  const Element real = configuration.precision == Precision::fp32 ? Element::fp32 : Element::fp64;
  const std::uint64_t part = bodies_per_split(shape.bodies, shape.active);
  const std::uint64_t partial = ceil_div(shape.bodies, part) * shape.active;
  KernelSignature shapes;
  shapes.inputs = find_layout(configuration.layout)->shapes(shape.capacity, real, 0);
  if (configuration.layout == "soa")
    for (const char* name : {"vx", "vy", "vz"})
      shapes.inputs.push_back({name, real, 1, shape.capacity});
  else if (configuration.layout == "float4")
    shapes.inputs.push_back({"velocities", real, 4, shape.capacity});
  shapes.inputs.push_back({"active", Element::uint32, 1, shape.active});
  if (shape.has_places) {
    shapes.inputs.push_back({"places", Element::uint32, 1, shape.active});
    shapes.specializations = {{"places", 1}};
  }
  shapes.outputs = {{"accelerations", real, 4, shape.active},
                    {"jerks", real, 4, shape.active},
                    {"nearest", Element::uint32, 1, shape.active}};
  shapes.scratch = {{"partial", real, 4, 2 * partial},
                    {"partial_nearest", Element::uint32, 1, partial}};
  shapes.scalars = {{"n", static_cast<std::uint32_t>(shape.bodies)},
                    {"active_count", static_cast<std::uint32_t>(shape.active)},
                    {"eps2", shape.eps2},
                    {"bodies_per_split", static_cast<std::uint32_t>(part)}};
  shapes.items = shape.active;
  return shapes;
}

}  // namespace gputest
