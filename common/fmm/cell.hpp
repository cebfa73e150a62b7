// common/fmm/cell.h and lists.h for C++, CUDA and HIP: both precisions, chosen by overload.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "common/fmm/expansion.h"
#include "common/layout/bodies.hpp"
#include "common/octree/cell.hpp"
#include "common/portable/portable.h"

namespace gputest::fmm {
namespace fp32 {
using gt_real = float;
using gt_real4 = Vector4<float>;
#include "common/fmm/cell.h"
#include "common/fmm/lists.h"
}  // namespace fp32
namespace fp64 {
using gt_real = double;
using gt_real4 = Vector4<double>;
#include "common/fmm/cell.h"
#include "common/fmm/lists.h"
}  // namespace fp64

/// The most bodies of a leaf. A larger limit makes fewer cells act on each other and more bodies
/// interact one by one.
inline constexpr std::uint32_t kLeaf = 64;

/// The types gt_found, gt_listed and gt_acting of lists.h.
template <class Real>
struct ListTypes {
  using Found = fp64::gt_found;
  using Listed = fp64::gt_listed;
  using Acting = fp64::gt_acting;
};
/// The same in single precision.
template <>
struct ListTypes<float> {
  using Found = fp32::gt_found;
  using Listed = fp32::gt_listed;
  using Acting = fp32::gt_acting;
};

using fp32::gt_acting_cell;
using fp32::gt_add_whole;
using fp32::gt_expand;
using fp32::gt_farthest_corner;
using fp32::gt_gather_cell;
using fp32::gt_inverse;
using fp32::gt_judge;
using fp32::gt_listed_cell;
using fp32::gt_local_at;
using fp32::gt_look_at;
using fp32::gt_shift_local;
using fp64::gt_acting_cell;
using fp64::gt_add_whole;
using fp64::gt_expand;
using fp64::gt_farthest_corner;
using fp64::gt_gather_cell;
using fp64::gt_inverse;
using fp64::gt_judge;
using fp64::gt_listed_cell;
using fp64::gt_local_at;
using fp64::gt_look_at;
using fp64::gt_shift_local;

/// The arrays of a fast multipole method, in addition to its tree's.
template <class Real>
struct Arrays {
  Real* radii;             ///< of each cell, from its centre of mass
  std::uint32_t* ranges;   ///< two per cell: its first body, and the number of its bodies
  std::uint32_t* parents;  ///< the cell's parent
  Real* multipoles;        ///< GT_TERMS(degree) numbers per cell (expansion.h)
  Real* locals;            ///< also GT_TERMS(degree) numbers per cell
  std::uint32_t* lists;    ///< GT_LISTS numbers per cell: its lists in the pool (lists.h)
  std::uint32_t* pool;     ///< of lists; its first number is the length in use
  std::uint32_t capacity;  ///< of the pool
};

}  // namespace gputest::fmm
