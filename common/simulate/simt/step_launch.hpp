// Shared by the step kernels of CUDA and HIP.
#pragma once

#include "common/simt/launch.hpp"
#include "common/simt/simt.hpp"
#include "common/simulate/step_arguments.hpp"

namespace gputest {
namespace simt {

#ifndef GPUTEST_TEXT
/// A choice of float or double, the type of the forces.
inline auto forces_of(const KernelCall& call) {
  return [fp32 = forces_are_fp32(call)](auto&& f) { fp32 ? f(float()) : f(double()); };
}

/// Adds a pass over n particles.
template <class Simt, auto Kernel, class Arguments>
void add_step(Binding& binding, const char* name, const Arguments& arguments) {
  add_kernel<Simt, Kernel>(binding, name, blocks_for(arguments.n, GT_STEP_BLOCK), GT_STEP_BLOCK,
                           arguments);
}
#endif

/// The particle of this thread.
GT_DEVICE_FN std::uint32_t step_particle() { return blockIdx.x * GT_STEP_BLOCK + threadIdx.x; }

}  // namespace simt
}  // namespace gputest
