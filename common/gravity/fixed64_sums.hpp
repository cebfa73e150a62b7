// The bits that gravity_fixed64 promises, computed on the host.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "common/particles/particle_set.hpp"

namespace gputest {

/// The sums of gravity_fixed64 over bodies that are rounded to fp32. The bits follow from the
/// kernel's definition (fixed64.h), whatever the order and the device.
class Fixed64Sums {
 public:
  Fixed64Sums(ParticleSet bodies, double eps2, double scale)
      : bodies_(std::move(bodies)),
        eps2_(static_cast<float>(eps2)),
        scale_(static_cast<float>(scale)) {}

  /// x y z of body i's acceleration and its sum of m/r.
  std::array<float, 4> of(std::uint64_t i) const;

 private:
  ParticleSet bodies_;
  float eps2_, scale_;
};

}  // namespace gputest
