// step_pack on the CPU: writes positions and masses to the arrays that the force kernel reads.
#include "common/simulate/cpu/step_blocks.hpp"

namespace gputest::cpu {
namespace {

Launch bind_pack(const KernelCall& call) {
  return launch_of_blocks<PackArguments>(
      call, [](const auto& a, std::uint32_t first, std::uint32_t last) {
        for (std::uint32_t i = first; i < last; ++i) a.pack(i);
      });
}

}  // namespace

extern const Declaration step_pack_cpu{nullptr, bind_pack};

}  // namespace gputest::cpu
