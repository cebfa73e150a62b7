// common/octree/cell.h and pull.h for C++, CUDA and HIP: both precisions side by side,
// chosen by overload.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "common/layout/bodies.hpp"
#include "common/octree/pull.h"
#include "common/octree/shape.hpp"
#include "common/portable/portable.h"

namespace gputest::tree {
namespace fp32 {
using gt_real = float;
using gt_real4 = Vector4<float>;
#include "common/octree/cell.h"
}  // namespace fp32
namespace fp64 {
using gt_real = double;
using gt_real4 = Vector4<double>;
#include "common/octree/cell.h"
}  // namespace fp64

using fp32::gt_curve_key;
using fp32::gt_is_far;
using fp32::gt_make_cell;
using fp32::gt_make_group;
using fp32::gt_widen;
using fp64::gt_curve_key;
using fp64::gt_is_far;
using fp64::gt_make_cell;
using fp64::gt_make_group;
using fp64::gt_widen;

/// The tree's arrays. The cells' numbers are as octree.h says.
template <class Real>
struct Arrays {
  Vector4<Real>* sorted;   ///< bodies in the curve's order: x y z m
  std::uint32_t* order;    ///< the number of the k-th of them
  Vector4<Real>* centres;  ///< of mass; in w the square of the distance beyond which the cell is
                           ///< taken as a whole
  Vector4<Real>* moments;  ///< two a cell: m Qxx Qyy Qzz, Qxy Qxz Qyz T (pull.h)
  Vector4<Real>* boxes;    ///< two a cell: lowest and highest coordinates of its bodies
  Vector4<Real>* groups;   ///< the same of two parts of each kGroup bodies
  gt_ulong* links;         ///< what a cell has (gt_link)
  gt_ulong* keys;          ///< of the bodies in the curve's order
  std::uint32_t* spans;    ///< of them: which cells begin there (gt_span_of)
  std::uint32_t* sums;     ///< of the numbers of cells that begin in each run, by level
};

/// Makes a cell of a level, whose children are made.
template <class Real>
GT_FN void make_cell(const Arrays<Real>& a, std::uint32_t level, std::uint32_t cell,
                     std::uint32_t n, Real reach) {
  gt_make_cell(a.sorted, a.spans, a.sums, a.links, a.centres, a.moments, a.boxes, level, cell, n,
               reach);
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

/// The same with a cell's pull, its centre at that distance, which is not 0 of a cell that is far;
/// te is the trace of its second moments times eps2.
template <class Root, bool Quadrupole, class Real>
GT_FN void add_cell(Vector4<Real>& sum, Real dx, Real dy, Real dz, const Vector4<Real>& p,
                    const Vector4<Real>& q, Real te, Real eps2) {
  using gt_real = Real;
  const Real u = Root::of(GT_SOFTENED(dx, dy, dz, eps2));
  if constexpr (Quadrupole)
    GT_ADD_CELL(sum.x, sum.y, sum.z, sum.w, dx, dy, dz, p, q, te, u);
  else
    GT_ADD_BODY(sum.x, sum.y, sum.z, sum.w, dx, dy, dz, p.x, u);
}

}  // namespace gputest::tree
