#include "common/particles/rounded.hpp"

namespace gputest {

ParticleSet rounded(const ParticleSet& particles, Precision precision) {
  ParticleSet result = particles;
  for (auto* component : {&result.x, &result.y, &result.z, &result.mass, &result.charge, &result.vx,
                          &result.vy, &result.vz})
    for (double& value : *component) value = round_to(precision, value);
  return result;
}

}  // namespace gputest
