// Shared by the declarations at the end of each kernel file of this folder. The platform's header
// has been included before.
#pragma once

#include <type_traits>

#include "common/lj/arguments.hpp"
#include "common/lj/choose_force.hpp"
#include "common/lj/pair.hpp"
#include "common/simt/launch.hpp"
#include "common/simt/list_choices.hpp"
#include "common/simt/simt.hpp"

namespace gputest {
namespace simt {

#ifndef GPUTEST_TEXT
/// Chooses the computation of a pair: the force, with or without nearest images, with or without
/// energies. If the build does not compile every instance, forces other than lj are compiled only
/// with both. This is right in all cases: the edges of an open box are 0, so that the nearest image
/// is the particle itself.
inline auto pairs_of(const KernelCall& call) {
  return [force = force_of(call), periodic = switch_of(call, "periodic"),
          energy = switch_of(call, "energy")](auto&& f) {
    force([&](auto chosen) {
#ifdef GPUTEST_EVERY_INSTANCE
      constexpr bool kEvery = true;
#else
      constexpr bool kEvery = std::is_same_v<decltype(chosen), pair::lj>;
#endif
      if constexpr (kEvery)
        choose(periodic, energy, [&](auto images, auto energies) { f(chosen, images, energies); });
      else
        f(chosen, std::true_type(), std::true_type());
    });
  };
}

/// For kernels that add to their results: sets these to zero first.
template <class Simt, class Real>
void clear_results(Binding& binding, const LjArguments<Real>& a) {
  binding.add_fill("clear forces", a.forces, 0, std::size_t{a.n} * sizeof(Vector4<Real>));
  binding.add_fill("clear virials", a.virials, 0, std::size_t{a.n} * sizeof(Real));
}
#endif

}  // namespace simt
}  // namespace gputest
