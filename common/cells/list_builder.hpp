// The arguments of kernels that build a neighbour list, and the data that they depend on.
#pragma once

#include <cstdint>

#include "common/cells/grid.hpp"
#include "common/cells/periodic_box.hpp"
#include "common/core/arguments.hpp"
#include "common/device/kernel.hpp"

namespace gputest {

/// The properties of a system on which a builder's arguments depend.
struct BuilderSystem : Extent {
  std::uint64_t n;
  PeriodicEdges edges;
  double radius;

  BuilderSystem(const ParticleSet& particles, double radius);
};

/// Arguments of a builder, as described at make_neighbour(), for a list of that capacity: in
/// entries, or in rows for ell. Throws Error(bad_input) if 32 bits cannot count the entries.
KernelSignature builder_arguments(const Configuration& configuration, const BuilderSystem& system,
                                  std::uint64_t capacity);

}  // namespace gputest
