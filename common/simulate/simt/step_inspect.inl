// step_inspect: the capacity that a newly built list needs.
#include "common/simulate/simt/step_launch.hpp"

namespace gputest {
namespace simt {

/// The grid has at least n threads in blocks of GT_STEP_BLOCK; `report->capacity` must be 0 before.
template <class Simt>
__global__ void step_inspect(const std::uint32_t* __restrict__ starts, gt_step_report* report,
                             std::uint32_t ell, std::uint32_t n) {
  GT_SHARED(std::uint32_t, longest, [GT_STEP_BLOCK]);
  const std::uint32_t i = step_particle();
  const unsigned t = threadIdx.x;
  longest[t] = i < n ? gt_needed_capacity(starts, i, n, ell) : 0;
  __syncthreads();
  for (unsigned half = GT_STEP_BLOCK / 2; half > 0; half /= 2) {
    if (t < half && longest[t + half] > longest[t]) longest[t] = longest[t + half];
    __syncthreads();
  }
  if (t == 0) atomicMax(&report->capacity, longest[0]);
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct step_inspect_kernel {
  static void bind(const KernelCall& call, Binding& binding) {
    const auto n = call.scalar<std::uint32_t>("n");
    add_kernel<Simt, step_inspect<Simt>>(
        binding, "step_inspect", blocks_for(n, GT_STEP_BLOCK), GT_STEP_BLOCK,
        static_cast<const std::uint32_t*>(call.inputs[0]),
        static_cast<gt_step_report*>(call.outputs[0]), call.specialization("ell"), n);
  }
};
#endif

}  // namespace simt
}  // namespace gputest
