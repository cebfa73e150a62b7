// Shared by the kernels with one body per thread: the pair function of common/gravity/pair.h, and
// the result.
#pragma once

#include "common/gravity/pair.hpp"
#include "common/simt/simt.hpp"

namespace gputest {
namespace simt {

/// The sum with the effect of body j on body i added.
template <bool Unsoftened, class Real>
GT_FN GravitySum<Real> add_interaction(GravitySum<Real> sum, const Body<Real>& i,
                                       const Body<Real>& j, Real eps2) {
  return gt_gravity_add(sum, j.x - i.x, j.y - i.y, j.z - i.z, j.m, eps2, Unsoftened);
}

/// (a, sum of m/r); the last number is 0, and not computed, if it is not wanted.
template <bool WithPotential, class Real>
GT_FN Vector4<Real> to_result(const GravitySum<Real>& sum) {
  return {sum.x, sum.y, sum.z, WithPotential ? sum.w : Real(0)};
}

}  // namespace simt
}  // namespace gputest
