// cell_axis.h for C++, CUDA and HIP: both precisions, chosen by overload.
#pragma once

#include "common/portable/portable.h"

namespace gputest {
namespace fp32 {
namespace cells {
using gt_real = float;
#include "common/cells/cell_axis.h"
}  // namespace cells
}  // namespace fp32
namespace fp64 {
namespace cells {
using gt_real = double;
#include "common/cells/cell_axis.h"
}  // namespace cells
}  // namespace fp64

using fp32::cells::gt_cell_place;
using fp32::cells::gt_cells_around;
using fp32::cells::gt_cells_touching;  // it computes with integers only
using fp64::cells::gt_cell_place;
using fp64::cells::gt_cells_around;

}  // namespace gputest
