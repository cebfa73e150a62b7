// What the launch functions at the end of each lj_*.inl and neighbour_*.inl share. The platform's
// header has defined GT_LAUNCH and GT_API before.
#pragma once

#include <stdexcept>
#include <type_traits>

#include "common/layout/with_bodies.hpp"
#include "common/physics/lj_arguments.hpp"
#include "common/simt/simt.hpp"

namespace gputest {
namespace simt {

/// Calls f(flag) with the call's constant, 0 or 1, as a type.
template <class F>
void with_constant(const KernelCall& call, const char* name, F&& f) {
  call.constant(name) == 1 ? f(std::true_type()) : f(std::false_type());
}

/// Calls f(bodies) with the view of the call's layout, of those that these kernels are compiled
/// for.
template <class F>
void with_particles(const KernelCall& call, F&& f) {
  with_bodies_in<Float4Bodies, Aos3Bodies, SoaBodies>(call, f);
}

inline unsigned blocks_for(std::uint64_t threads, unsigned block) {
  return static_cast<unsigned>((threads + block - 1) / block);
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
