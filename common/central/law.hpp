// common/central/law.h for C++, CUDA and HIP: both precisions, chosen by overload.
#pragma once

#include "common/portable/portable.h"

namespace gputest::central {
namespace fp32 {
using gt_real = float;
#include "common/central/law.h"
}  // namespace fp32
namespace fp64 {
using gt_real = double;
#include "common/central/law.h"
}  // namespace fp64

using fp32::gt_central_law;
using fp32::gt_tosi_fumi;
using fp64::gt_central_law;
using fp64::gt_tosi_fumi;

/// A law that is known at compile time.
template <unsigned Law>
struct KnownLaw {
  static constexpr unsigned number = Law;

  template <class Real>
  GT_MEMBER_FN Real at(Real x, Real shape) const {
    return gt_central_law(Law, x, shape);
  }
};

/// A law that is known at run time.
struct AnyLaw {
  unsigned number;

  template <class Real>
  GT_MEMBER_FN Real at(Real x, Real shape) const {
    return gt_central_law(number, x, shape);
  }
};

}  // namespace gputest::central
