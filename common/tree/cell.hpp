// common/tree/cell.h and pull.h for C++, CUDA and HIP: both precisions side by side, chosen by
// overload.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "common/layout/bodies.hpp"
#include "common/portable/portable.h"
#include "common/tree/hilbert.h"
#include "common/tree/pull.h"
#include "common/tree/shape.hpp"

namespace gputest::tree {
namespace fp32 {
using gt_real = float;
using gt_real4 = Vector4<float>;
#include "common/tree/cell.h"
}  // namespace fp32
namespace fp64 {
using gt_real = double;
using gt_real4 = Vector4<double>;
#include "common/tree/cell.h"
}  // namespace fp64

using fp32::gt_curve_key;
using fp32::gt_group_box;
using fp32::gt_is_far;
using fp32::gt_make_cell;
using fp32::gt_widen;
using fp64::gt_curve_key;
using fp64::gt_group_box;
using fp64::gt_is_far;
using fp64::gt_make_cell;
using fp64::gt_widen;

/// The tree's arrays. A cell's numbers are where Levels says.
template <class Real>
struct Arrays {
  Vector4<Real>* sorted;   ///< bodies in the curve's order: x y z m
  std::uint32_t* order;    ///< the number of the k-th of them
  Vector4<Real>* centres;  ///< of mass; in w the square of the distance beyond which the cell is
                           ///< taken as a whole
  Vector4<Real>* moments;  ///< two a cell: m Sxx Syy Szz, Sxy Sxz Syz and 3/2 of the trace of S
  Vector4<Real>* boxes;    ///< two a cell: lowest and highest coordinates of its bodies
};

/// Makes cell k of a level, whose children are made.
template <class Real>
GT_FN void make_cell(const Arrays<Real>& a, const Levels& levels, std::uint32_t level,
                     std::uint32_t k, std::uint32_t n, Real theta) {
  gt_make_cell(a.sorted, a.centres, a.moments, a.boxes, &levels, level, k, n, theta);
}

/// The sum (acceleration, and m/r in w) with a body's pull at distance (dx, dy, dz) = x_j - x_i.
/// The body itself adds m / eps to w, and without softening nothing.
template <class Root, class Real>
GT_FN void add_body(Vector4<Real>& sum, Real dx, Real dy, Real dz, Real m, Real eps2) {
  using gt_real = Real;
  const Real r2 = GT_SOFTENED(dx, dy, dz, eps2);
  const Real root = Root::of(r2), u = r2 > 0 ? root : Real(0);
  GT_ADD_BODY(sum.x, sum.y, sum.z, sum.w, dx, dy, dz, m, u);
}

/// The same with a cell's pull, its centre at that distance, which is not 0 of a cell that is far.
template <class Root, bool Quadrupole, class Real>
GT_FN void add_cell(Vector4<Real>& sum, Real dx, Real dy, Real dz, const Vector4<Real>& p,
                    const Vector4<Real>& q, Real eps2) {
  using gt_real = Real;
  const Real u = Root::of(GT_SOFTENED(dx, dy, dz, eps2));
  if constexpr (Quadrupole)
    GT_ADD_CELL(sum.x, sum.y, sum.z, sum.w, dx, dy, dz, p, q, u);
  else
    GT_ADD_BODY(sum.x, sum.y, sum.z, sum.w, dx, dy, dz, p.x, u);
}

}  // namespace gputest::tree
