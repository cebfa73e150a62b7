// nearest_image.h for C++, CUDA and HIP: both precisions, chosen by overload.
#pragma once

#include "common/portable/portable.h"

namespace gputest {
namespace fp32 {
namespace cells {
using gt_real = float;
#include "common/cells/nearest_image.h"
}  // namespace cells
}  // namespace fp32
namespace fp64 {
namespace cells {
using gt_real = double;
#include "common/cells/nearest_image.h"
}  // namespace cells
}  // namespace fp64

using fp32::cells::gt_nearest_image;
using fp64::cells::gt_nearest_image;

}  // namespace gputest
