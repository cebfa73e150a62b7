// lj_pair.h for C++, CUDA and HIP: both precisions side by side, chosen by overload.
#pragma once

#include "common/physics/portable.h"

namespace gputest {
namespace fp32 {
namespace lj {
using gt_real = float;
#include "common/physics/lj_pair.h"
}  // namespace lj
}  // namespace fp32
namespace fp64 {
namespace lj {
using gt_real = double;
#include "common/physics/lj_pair.h"
}  // namespace lj
}  // namespace fp64

using fp32::lj::gt_lj_interaction_at;
using fp32::lj::gt_nearest_image;
using fp64::lj::gt_lj_interaction_at;
using fp64::lj::gt_nearest_image;

}  // namespace gputest
