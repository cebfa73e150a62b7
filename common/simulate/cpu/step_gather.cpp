// step_gather on the CPU: the particles in another order.
#include "common/cpu/declaration.hpp"
#include "common/simulate/cpu/step_blocks.hpp"

namespace gputest::cpu {
namespace {

void gather(const GatherArguments& a) {
  std::uint32_t lost = a.report->lost;
#pragma omp parallel for reduction(min : lost)
  for (std::uint32_t k = 0; k < a.n; ++k)
    if (!a.gather(k)) lost = std::min(lost, k);
  a.report->lost = lost;
}

Launch bind(const KernelCall& call) {
  return [a = GatherArguments(call)] { gather(a); };
}

}  // namespace

extern const Declaration step_gather_cpu{nullptr, bind};

}  // namespace gputest::cpu
