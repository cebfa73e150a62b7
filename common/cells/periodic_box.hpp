// Distances in a box that is periodic along some axes and open along the others.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "common/particles/particle_set.hpp"

namespace gputest {

/// The edges along the periodic axes; 0 along an open one.
struct PeriodicEdges {
  std::array<double, 3> edge{0, 0, 0};

  PeriodicEdges() = default;
  explicit PeriodicEdges(const ParticleSet& particles) {
    if (!particles.has_box) return;
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (particles.box.periodic[axis])
        edge[axis] = particles.box.high[axis] - particles.box.low[axis];
  }

  bool any() const { return edge[0] > 0 || edge[1] > 0 || edge[2] > 0; }
  double longest() const { return std::fmax(edge[0], std::fmax(edge[1], edge[2])); }

  /// A difference of coordinates to the nearest image: within half an edge.
  double nearest(double difference, std::size_t axis) const {
    return edge[axis] > 0 ? difference - edge[axis] * std::nearbyint(difference / edge[axis])
                          : difference;
  }
};

}  // namespace gputest
