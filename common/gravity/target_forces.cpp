#include "common/gravity/target_forces.hpp"

#include <limits>

#include "common/layout/layout.hpp"

namespace gputest {

KernelSignature gravity_signature(const TargetForces& forces, const Configuration& configuration) {
  const bool fp32 = configuration.precision == Precision::fp32;
  const Element real = fp32 ? Element::fp32 : Element::fp64;
  // Kernels treat values below this as 0; those in double-single have fp64 data but compute in
  // fp32.
  const double least = static_cast<double>(std::numeric_limits<float>::min());
  KernelSignature signature;
  signature.inputs = find_layout(configuration.layout)->shapes(forces.capacity, real, 0);
  signature.outputs = {{"sums", real, 4, forces.targets}};
  signature.scalars = {{"n", forces.bodies},
                       {"eps2", forces.eps2},
                       {"first_target", forces.first_target},
                       {"targets", forces.targets}};
  signature.specializations = {{"unsoftened", forces.eps2 < least ? 1u : 0u},
                               {"potential", forces.potential ? 1u : 0u},
                               {"targets", 1}};
  signature.items = forces.targets;
  return signature;
}

KernelSignature gravity_pairs_signature(const TargetForces& forces,
                                        const Configuration& configuration) {
  KernelSignature signature = gravity_signature(forces, configuration);
  signature.items = std::uint64_t{forces.first_target} + forces.targets;
  if (forces.targets == 0) {
    signature.items = forces.bodies;
    signature.scalars.resize(2);          // n and eps2
    signature.specializations.resize(2);  // unsoftened and potential
  }
  signature.outputs.front().count = signature.items;
  return signature;
}

}  // namespace gputest
