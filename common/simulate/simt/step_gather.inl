// step_gather: the particles in another order; their positions become those that the list is made
// from. Of a particle that is lost that is a corner of the box: builders may not be given what is
// no number.
//
// Inputs: state, source (each particle's number as the host counts), order. Outputs: the new state
// and source, listed, StepReport, of which `lost` is set. Scalars: n, the box, farthest (a
// coordinate along an open axis).
#include "common/simulate/simt/step_arguments.hpp"

namespace gputest {
namespace simt {

struct GatherArguments {
  const double* __restrict__ from;
  const std::uint32_t* __restrict__ source;
  const std::uint32_t* __restrict__ order;
  double* __restrict__ to;
  std::uint32_t* __restrict__ new_source;
  double* __restrict__ listed;
  StepReport* report;
  StepBox box;
  double farthest;
  std::uint32_t n;

  explicit GatherArguments(const KernelCall& call)
      : from(static_cast<const double*>(call.inputs[0])),
        source(static_cast<const std::uint32_t*>(call.inputs[1])),
        order(static_cast<const std::uint32_t*>(call.inputs[2])),
        to(static_cast<double*>(call.outputs[0])),
        new_source(static_cast<std::uint32_t*>(call.outputs[1])),
        listed(static_cast<double*>(call.outputs[2])),
        report(static_cast<StepReport*>(call.outputs[3])),
        box(call),
        farthest(call.scalar<double>("farthest")),
        n(call.scalar<std::uint32_t>("n")) {}
};

/// For a grid of at least n threads.
template <class Simt>
__global__ void step_gather(GatherArguments a) {
  const std::uint32_t k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= a.n) return;
  const std::size_t n = a.n;
  const std::uint32_t i = a.order[k];
  for (unsigned component = 0; component < kStateComponents; ++component)
    a.to[component * n + k] = a.from[component * n + i];
  a.new_source[k] = a.source[i];
  bool in_place = true;
  for (unsigned axis = 0; axis < 3; ++axis) {
    const double at = a.from[axis * n + i];
    const double low = a.box.low[axis], edge = a.box.edge[axis];
    in_place = in_place &&
               (edge > 0 ? at >= low && at <= low + edge : at >= -a.farthest && at <= a.farthest);
  }
  for (unsigned axis = 0; axis < 3; ++axis)
    a.listed[axis * n + k] = in_place ? a.from[axis * n + i] : a.box.low[axis];
  if (!in_place) atomicMin(&a.report->lost, k);
}

template <class Simt>
void launch_step_gather(const KernelCall& call) {
  const GatherArguments a(call);
  static_cast<void>(GT_API(MemsetAsync)(&a.report->lost, 0xFF, sizeof a.report->lost, nullptr));
  GT_LAUNCH((step_gather<Simt>), step_blocks(a.n), kStepBlock, a);
}

}  // namespace simt
}  // namespace gputest
