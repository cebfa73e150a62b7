// step_extent: the lowest and the highest coordinate along each axis, for boxes with open axes; the
// three lowest come first.
#include "common/simulate/simt/step_launch.hpp"

namespace gputest {
namespace simt {

/// For one block of GT_STEP_BLOCK threads.
template <class Simt>
__global__ void step_extent(const double* __restrict__ state, double* __restrict__ extent,
                            std::uint32_t n) {
  GT_SHARED(double, least, [GT_STEP_BLOCK]);
  GT_SHARED(double, most, [GT_STEP_BLOCK]);
  const unsigned t = threadIdx.x;
  for (unsigned axis = 0; axis < 3; ++axis) {
    const double* values = state + axis * std::size_t{n};
    least[t] = most[t] = values[t < n ? t : 0];
    for (std::uint32_t i = t; i < n; i += GT_STEP_BLOCK) {
      least[t] = values[i] < least[t] ? values[i] : least[t];
      most[t] = values[i] > most[t] ? values[i] : most[t];
    }
    __syncthreads();
    for (unsigned half = GT_STEP_BLOCK / 2; half > 0; half /= 2) {
      if (t < half) {
        least[t] = least[t + half] < least[t] ? least[t + half] : least[t];
        most[t] = most[t + half] > most[t] ? most[t + half] : most[t];
      }
      __syncthreads();
    }
    if (t == 0) {
      extent[axis] = least[0];
      extent[3 + axis] = most[0];
    }
    __syncthreads();
  }
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct step_extent_kernel {
  static void bind(const KernelCall& call, Binding& binding) {
    add_kernel<Simt, step_extent<Simt>>(
        binding, "step_extent", 1, GT_STEP_BLOCK, static_cast<const double*>(call.inputs[0]),
        static_cast<double*>(call.outputs[0]), call.scalar<std::uint32_t>("n"));
  }
};
#endif

}  // namespace simt
}  // namespace gputest
