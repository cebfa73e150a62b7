// spline.h for C++, CUDA and HIP: both precisions, chosen by overload.
#pragma once

#include "common/portable/portable.h"

namespace gputest {
namespace fp32 {
namespace ewald {
using gt_real = float;
#include "common/ewald/spline.h"
}  // namespace ewald
}  // namespace fp32
namespace fp64 {
namespace ewald {
using gt_real = double;
#include "common/ewald/spline.h"
}  // namespace ewald
}  // namespace fp64

using fp32::ewald::gt_spline;
using fp64::ewald::gt_spline;

}  // namespace gputest
