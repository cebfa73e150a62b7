// What a neighbour list is built from by kernels, and their arguments.
#pragma once

#include <cstdint>

#include "common/cells/grid.hpp"
#include "common/cells/periodic_box.hpp"
#include "common/core/arguments.hpp"
#include "common/device/kernel.hpp"

namespace gputest {

/// What of its particles a builder's arguments depend on.
struct BuilderSystem : Extent {
  std::uint64_t n;
  PeriodicEdges edges;
  double radius;

  BuilderSystem(const ParticleSet& particles, double radius);
};

/// Arguments of a builder, as make_neighbour() states them, for a list of that capacity: entries,
/// or of ell rows. Throws Error(bad_input) where 32 bits cannot count the entries.
KernelSignature builder_arguments(const Configuration& configuration, const BuilderSystem& system,
                                  std::uint64_t capacity);

}  // namespace gputest
