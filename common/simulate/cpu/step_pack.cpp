// step_pack on the CPU: positions and masses where the force kernel reads them.
#include "common/cpu/declaration.hpp"
#include "common/simulate/cpu/step_blocks.hpp"

namespace gputest::cpu {
namespace {

template <class Real>
Launch launch_of(const KernelCall& call) {
  return [a = PackArguments<Real>(call)] {
    for_each_particle(a.n, [&](std::uint32_t i) { a.pack(i); });
  };
}

Launch bind(const KernelCall& call) {
  return forces_are_fp32(call) ? launch_of<float>(call) : launch_of<double>(call);
}

}  // namespace

extern const Declaration step_pack_cpu{nullptr, bind};

}  // namespace gputest::cpu
