// step_inspect: how much room a list that was just built needs; it is not stale yet.
//
// Inputs: the list's counts or starts. Outputs: StepReport. Scalar: n. Specialization: ell.
#include "common/simulate/simt/step_arguments.hpp"

namespace gputest {
namespace simt {

/// For a grid of at least n threads in blocks of kStepBlock; `report->room` is 0 before.
template <class Simt>
__global__ void step_inspect(const std::uint32_t* __restrict__ starts, StepReport* report,
                             bool ell, std::uint32_t n) {
  __shared__ std::uint32_t longest[kStepBlock];
  const std::uint32_t i = blockIdx.x * kStepBlock + threadIdx.x;
  const unsigned t = threadIdx.x;
  longest[t] = i >= n ? 0 : ell ? starts[i] : i == 0 ? starts[n] : 0;
  __syncthreads();
  for (unsigned half = kStepBlock / 2; half > 0; half /= 2) {
    if (t < half && longest[t + half] > longest[t]) longest[t] = longest[t + half];
    __syncthreads();
  }
  if (t == 0) atomicMax(&report->room, longest[0]);
}

template <class Simt>
void launch_step_inspect(const KernelCall& call) {
  auto* report = static_cast<StepReport*>(call.outputs[0]);
  const auto n = call.scalar<std::uint32_t>("n");
  static_cast<void>(GT_API(MemsetAsync)(&report->stale_at, 0xFF, sizeof report->stale_at, nullptr));
  static_cast<void>(GT_API(MemsetAsync)(&report->room, 0, sizeof report->room, nullptr));
  GT_LAUNCH((step_inspect<Simt>), step_blocks(n), kStepBlock,
            static_cast<const std::uint32_t*>(call.inputs[0]), report,
            call.specialization("ell") == 1, n);
}

}  // namespace simt
}  // namespace gputest
