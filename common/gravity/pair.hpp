// pair.h for C++, CUDA and HIP: both precisions, chosen by overload.
#pragma once

#include "common/portable/portable.h"

namespace gputest {
namespace fp32 {
using gt_real = float;
#include "common/gravity/pair.h"
}  // namespace fp32
namespace fp64 {
using gt_real = double;
#include "common/gravity/pair.h"
}  // namespace fp64

using fp32::gt_gravity_add;
using fp64::gt_gravity_add;

template <class Real>
struct GravitySumOf;
/// The single-precision sum.
template <>
struct GravitySumOf<float> {
  using type = fp32::gt_gravity_sum;
};
/// The double-precision sum.
template <>
struct GravitySumOf<double> {
  using type = fp64::gt_gravity_sum;
};
/// Acceleration (x, y, z) and Σ m/r (w) in the given precision.
template <class Real>
using GravitySum = typename GravitySumOf<Real>::type;

}  // namespace gputest
