// step_measure on the CPU: energies and the virial, summed by block and so independent of threads.
#include "common/simulate/cpu/step_blocks.hpp"

namespace gputest::cpu {
namespace {

Launch bind_measure(const KernelCall& call) {
  return launch_of_blocks<MeasureArguments>(
      call, [](const auto& a, std::uint32_t first, std::uint32_t last) {
        gt_step_energies sum{0, 0, 0};
        for (std::uint32_t i = first; i < last; ++i) {
          const gt_step_energies own = a.measure(i);
          sum.potential += own.potential;
          sum.kinetic += own.kinetic;
          sum.virial += own.virial;
        }
        double* const sums = a.sums + std::size_t{first / GT_STEP_BLOCK} * GT_MEASURED_SUMS;
        sums[0] = sum.potential;
        sums[1] = sum.kinetic;
        sums[2] = sum.virial;
      });
}

}  // namespace

extern const Declaration step_measure_cpu{nullptr, bind_measure};

}  // namespace gputest::cpu
