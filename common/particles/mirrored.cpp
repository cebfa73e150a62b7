#include "common/particles/mirrored.hpp"

#include <initializer_list>

namespace gputest {
namespace {

bool mirrors(std::uint32_t way, std::uint64_t axis) { return (way >> axis & 1) != 0; }

template <class Real>
void mirror(HostArray& vectors, std::uint64_t axis) {
  Real* const values = vectors.as<Real>();
  for (std::uint64_t i = 0; i < vectors.shape.count; ++i) {
    Real& value = values[i * vectors.shape.components + axis];
    value = 0 - value;  // never -0
  }
}

}  // namespace

ParticleSet mirrored(ParticleSet particles, std::uint32_t way) {
  std::uint64_t axis = 0;
  for (auto* values :
       {&particles.x, &particles.y, &particles.z, &particles.vx, &particles.vy, &particles.vz})
    if (mirrors(way, axis++ % 3))
      for (double& value : *values) value = 0 - value;
  return particles;
}

HostArray mirrored(HostArray vectors, std::uint32_t way) {
  for (std::uint64_t axis = 0; axis < 3; ++axis)
    if (mirrors(way, axis)) {
      if (vectors.shape.element == Element::fp32)
        mirror<float>(vectors, axis);
      else
        mirror<double>(vectors, axis);
    }
  return vectors;
}

}  // namespace gputest
