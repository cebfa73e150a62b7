// step_pack: positions and masses, rounded to the force kernel's precision, where it reads them.
//
// Inputs: positions (state, or listed), state (for the masses). Outputs: the force kernel's x, y, z
// and mass. Scalars: n, stride, mass_stride.
#include "common/simulate/simt/step_arguments.hpp"

namespace gputest {
namespace simt {

/// For a grid of at least n threads.
template <class Simt, class Real>
__global__ void step_pack(const double* __restrict__ positions, const double* __restrict__ state,
                          PackedParticles<Real> packed, std::uint32_t particles) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= particles) return;
  const std::size_t n = particles;
  for (unsigned axis = 0; axis < 3; ++axis)
    packed.position[axis][std::size_t{i} * packed.stride] =
        static_cast<Real>(positions[axis * n + i]);
  packed.mass[std::size_t{i} * packed.mass_stride] = static_cast<Real>(state[6 * n + i]);
}

template <class Simt>
void launch_step_pack(const KernelCall& call) {
  with_precision(call, [&](auto real) {
    using Real = decltype(real);
    const auto n = call.scalar<std::uint32_t>("n");
    GT_LAUNCH((step_pack<Simt, Real>), step_blocks(n), kStepBlock,
              static_cast<const double*>(call.inputs[0]),
              static_cast<const double*>(call.inputs[1]), PackedParticles<Real>(call, 0), n);
  });
}

}  // namespace simt
}  // namespace gputest
