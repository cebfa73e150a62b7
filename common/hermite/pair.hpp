// common/hermite/pair.h for C++, CUDA and HIP: both precisions, chosen by overload.
#pragma once

#include <type_traits>

#include "common/portable/portable.h"

namespace gputest::hermite {
namespace fp32 {
using gt_real = float;
#include "common/hermite/pair.h"
}  // namespace fp32
namespace fp64 {
using gt_real = double;
#include "common/hermite/pair.h"
}  // namespace fp64

using fp32::gt_hermite_add;
using fp32::gt_hermite_least;
using fp32::gt_hermite_pull_of;
using fp64::gt_hermite_add;
using fp64::gt_hermite_least;
using fp64::gt_hermite_pull_of;

/// The sums of one body, in the given precision.
template <class Real>
using Sum =
    std::conditional_t<std::is_same_v<Real, float>, fp32::gt_hermite_sum, fp64::gt_hermite_sum>;

/// The sum of body i before any interaction.
template <class Real>
GT_FN Sum<Real> none(gt_uint i) {
  if constexpr (std::is_same_v<Real, float>)
    return fp32::gt_hermite_none(i);
  else
    return fp64::gt_hermite_none(i);
}

}  // namespace gputest::hermite
