// step_pack: writes positions and masses, rounded to the force kernel's precision, to its arrays.
// It also resets the report: no list is stale, and no needed capacity is known.
#include "common/simulate/simt/step_launch.hpp"

namespace gputest {
namespace simt {

template <class Simt, class Real>
__global__ void step_pack(PackArguments<Real> a) {
  const std::uint32_t i = step_particle();
  if (i < a.n) a.pack(i);
}

#ifndef GPUTEST_TEXT
template <class Simt>
struct step_pack_kernel {
  static void bind(const KernelCall& call, Binding& binding) {
    choose(forces_of(call), [&](auto real) {
      using Real = decltype(real);
      add_step<Simt, step_pack<Simt, Real>>(binding, "step_pack", PackArguments<Real>(call));
    });
  }
};
#endif

}  // namespace simt
}  // namespace gputest
