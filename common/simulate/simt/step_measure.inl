// step_measure: potential and kinetic energy and the virial, summed by block in an order that does
// not depend on the order of threads.
#include "common/simulate/simt/step_launch.hpp"

namespace gputest {
namespace simt {

/// The grid has at least n threads in blocks of GT_STEP_BLOCK.
template <class Simt, class Real>
__global__ void step_measure(MeasureArguments<Real> a) {
  GT_SHARED(double, sums, [GT_MEASURED_SUMS][GT_STEP_BLOCK]);
  const std::uint32_t i = step_particle();
  const unsigned t = threadIdx.x;
  gt_step_energies own{0, 0, 0};
  if (i < a.n) own = a.measure(i);
  sums[0][t] = own.potential;
  sums[1][t] = own.kinetic;
  sums[2][t] = own.virial;
  __syncthreads();
  for (unsigned half = GT_STEP_BLOCK / 2; half > 0; half /= 2) {
    if (t < half)
      for (unsigned which = 0; which < GT_MEASURED_SUMS; ++which)
        sums[which][t] += sums[which][t + half];
    __syncthreads();
  }
  if (t < GT_MEASURED_SUMS) a.sums[std::size_t{blockIdx.x} * GT_MEASURED_SUMS + t] = sums[t][0];
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct step_measure_kernel {
  static void bind(const KernelCall& call, Binding& binding) {
    choose(forces_of(call), [&](auto real) {
      using Real = decltype(real);
      add_step<Simt, step_measure<Simt, Real>>(binding, "step_measure",
                                               MeasureArguments<Real>(call));
    });
  }
};
#endif

}  // namespace simt
}  // namespace gputest
