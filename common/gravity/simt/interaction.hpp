// What the one-body-a-thread kernels share: the pair function of common/physics, and the result.
#pragma once

#include "common/gravity/pair.hpp"
#include "common/simt/simt.hpp"

namespace gputest {
namespace simt {

/// The sum with what body j does to body i added.
template <bool Unsoftened, class Real>
GT_FN GravitySum<Real> add_interaction(GravitySum<Real> sum, const Body<Real>& i,
                                       const Body<Real>& j, Real eps2) {
  return gt_gravity_add(sum, j.x - i.x, j.y - i.y, j.z - i.z, j.m, eps2, Unsoftened);
}

/// (a, sum of m/r), the last 0 where it is not wanted, which spares its arithmetic too.
template <bool WithPotential, class Real>
GT_FN Vector4<Real> to_result(const GravitySum<Real>& sum) {
  return {sum.x, sum.y, sum.z, WithPotential ? sum.w : Real(0)};
}

}  // namespace simt
}  // namespace gputest
