// What the launch functions at the end of each lj_*.inl and neighbour_*.inl share. The platform's
// header has defined GT_LAUNCH and GT_API before.
#pragma once

#include <stdexcept>
#include <type_traits>

#include "common/core/ceil_div.hpp"
#include "common/layout/with_bodies.hpp"
#include "common/lj/arguments.hpp"
#include "common/simt/simt.hpp"

namespace gputest {
namespace simt {

/// Calls f(flag) with the call's constant, 0 or 1, as a type.
template <class F>
void with_specialization(const KernelCall& call, const char* name, F&& f) {
  call.specialization(name) == 1 ? f(std::true_type()) : f(std::false_type());
}

/// Calls f(bodies) with the view of the call's layout, of those that these kernels are compiled
/// for.
template <class F>
void with_particles(const KernelCall& call, F&& f) {
  with_bodies_in<Float4Bodies, Aos3Bodies, SoaBodies>(call, f);
}

inline unsigned blocks_for(std::uint64_t threads, unsigned block) {
  return static_cast<unsigned>(ceil_div(threads, block));
}

/// Calls f(newton3, periodic, energy, bodies, a, blocks, block) for a Lennard-Jones kernel that has
/// a thread a particle: the call's specializations as types, the view of its layout, its arguments and
/// the grid.
template <class F>
void with_one_particle_per_thread(const KernelCall& call, F&& f) {
  with_particles(call, [&](auto bodies) {
    using Bodies = decltype(bodies);
    const LjArguments<typename Bodies::gt_real> a(call, Bodies::kArrays);
    const unsigned block = call.configuration.block;
    with_specialization(call, "newton3", [&](auto newton3) {
      with_specialization(call, "periodic", [&](auto periodic) {
        with_specialization(call, "energy", [&](auto energy) {
          f(newton3, periodic, energy, bodies, a, blocks_for(a.n, block), block);
        });
      });
    });
  });
}

/// Kernels that add to their results find them zero. Simt keeps the platforms' functions apart.
template <class Simt, class Real>
void zero(const LjArguments<Real>& a) {
  static_cast<void>(
      GT_API(MemsetAsync)(a.forces, 0, std::size_t{a.n} * sizeof(Vector4<Real>), nullptr));
  static_cast<void>(GT_API(MemsetAsync)(a.virials, 0, std::size_t{a.n} * sizeof(Real), nullptr));
}

}  // namespace simt
}  // namespace gputest
