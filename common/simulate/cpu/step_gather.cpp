// step_gather on the CPU: puts the particles into another order.
#include "common/simulate/cpu/step_blocks.hpp"

namespace gputest::cpu {
namespace {

void gather(const GatherArguments& a) {
  a.report->lost = combined(
      a.n, a.report->lost,
      [&](std::uint32_t first, std::uint32_t last) {
        std::uint32_t lost = GT_NEVER;
        for (std::uint32_t k = first; k < last; ++k)
          if (!a.gather(k)) lost = std::min(lost, k);
        return lost;
      },
      [](std::uint32_t x, std::uint32_t y) { return std::min(x, y); });
}

Launch bind_gather(const KernelCall& call) {
  return [a = GatherArguments(call)] { gather(a); };
}

}  // namespace

extern const Declaration step_gather_cpu{nullptr, bind_gather};

}  // namespace gputest::cpu
