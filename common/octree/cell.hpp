// common/octree/cell.h, octupole.h and pull.h for C++, CUDA and HIP: both precisions, chosen by
// overload.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "common/layout/bodies.hpp"
#include "common/octree/pull.h"
#include "common/octree/shape.hpp"
#include "common/portable/portable.h"

namespace gputest::tree {
namespace fp32 {
using gt_real = float;
using gt_real4 = Vector4<float>;
#include "common/octree/cell.h"
// After it.
#include "common/octree/octupole.h"
}  // namespace fp32
namespace fp64 {
using gt_real = double;
using gt_real4 = Vector4<double>;
#include "common/octree/cell.h"
// After it.
#include "common/octree/octupole.h"
}  // namespace fp64

using fp32::gt_add_body;
using fp32::gt_add_child;
using fp32::gt_curve_key;
using fp32::gt_empty_cell;
using fp32::gt_find_centre;
using fp32::gt_is_far;
using fp32::gt_make_cell;
using fp32::gt_make_group;
using fp32::gt_make_octupole;
using fp32::gt_widen;
using fp32::gt_write_cell;
using fp64::gt_add_body;
using fp64::gt_add_child;
using fp64::gt_curve_key;
using fp64::gt_empty_cell;
using fp64::gt_find_centre;
using fp64::gt_is_far;
using fp64::gt_make_cell;
using fp64::gt_make_group;
using fp64::gt_make_octupole;
using fp64::gt_widen;
using fp64::gt_write_cell;

/// The tree's arrays. octree.h describes the numbers of cells.
template <class Real>
struct Arrays {
  Vector4<Real>* sorted;   ///< bodies in the curve's order: x y z m
  std::uint32_t* order;    ///< the number of the k-th sorted body
  Vector4<Real>* centres;  ///< centres of mass; in w the square of the distance beyond which the
                           ///< cell is taken as a whole
  Vector4<Real>* moments;  ///< two per cell: m Qxx Qyy Qzz, Qxy Qxz Qyz T (pull.h)
  Vector4<Real>* boxes;    ///< two per cell: lowest and highest coordinates of its bodies
  Vector4<Real>* groups;   ///< likewise for two parts of each kGroup bodies
  gt_ulong* links;         ///< a cell's children or bodies (gt_link)
  gt_ulong* keys;          ///< keys of the bodies in the curve's order
  std::uint32_t* spans;    ///< for each of them: the levels of cells that begin there (gt_span_of)
  std::uint32_t* sums;     ///< running sums of the numbers of cells that begin in each run, by
                           ///< level
};

/// The moments of cells that a walk uses: the named one and those before it.
enum class Multipole { monopole, quadrupole, octupole };

/// A tree with third moments.
template <class Real>
struct OctupoleArrays : Arrays<Real> {
  Vector4<Real>* octupoles;  ///< three per cell (octupole.h)
};

/// The arrays of a tree for such walks.
template <Multipole Order, class Real>
using ArraysTo =
    std::conditional_t<Order == Multipole::octupole, OctupoleArrays<Real>, Arrays<Real>>;

/// Makes a cell of a level from its completed children.
template <class Real>
GT_FN void make_cell(const Arrays<Real>& a, std::uint32_t level, std::uint32_t cell,
                     std::uint32_t n, Real reach) {
  gt_make_cell(a.sorted, a.spans, a.sums, a.links, a.centres, a.moments, a.boxes, level, cell, n,
               reach);
}
template <class Real>
GT_FN void make_cell(const OctupoleArrays<Real>& a, std::uint32_t level, std::uint32_t cell,
                     std::uint32_t n, Real reach) {
  const Arrays<Real>& base = a;
  make_cell(base, level, cell, n, reach);
  gt_make_octupole(a.sorted, a.links, a.centres, a.moments, a.boxes, a.octupoles, cell, reach);
}

/// Writes a completed cell, and its link with the count.
template <class Cell, class Real>
GT_FN void write_cell(const Arrays<Real>& a, const Cell& made, std::uint32_t cell, gt_ulong link,
                      Real reach) {
  gt_write_cell(made, a.centres, a.moments, a.boxes, cell, reach);
  a.links[cell] = link;
}
template <class Cell, class Real>
GT_FN void write_cell(const OctupoleArrays<Real>& a, const Cell& made, std::uint32_t cell,
                      gt_ulong link, Real reach) {
  const Arrays<Real>& base = a;
  write_cell(base, made, cell, link, reach);
  gt_make_octupole(a.sorted, a.links, a.centres, a.moments, a.boxes, a.octupoles, cell, reach);
}

/// A cell's moments, in the form of pull.h.
template <class Real>
struct Moments {
  Vector4<Real> p, q;
};
/// A cell's moments including third ones.
template <class Real>
struct OctupoleMoments : Moments<Real> {
  Vector4<Real> o, v, t;
};

/// The moments of a cell that such a walk uses.
template <Multipole Order, class Real>
using MomentsTo =
    std::conditional_t<Order == Multipole::octupole, OctupoleMoments<Real>, Moments<Real>>;

/// The moments of a cell.
template <class Real>
GT_FN Moments<Real> moments_of(const Arrays<Real>& a, std::size_t cell) {
  return {a.moments[2 * cell], a.moments[2 * cell + 1]};
}
template <class Real>
GT_FN OctupoleMoments<Real> moments_of(const OctupoleArrays<Real>& a, std::size_t cell) {
  return {{a.moments[2 * cell], a.moments[2 * cell + 1]},
          a.octupoles[3 * cell],
          a.octupoles[3 * cell + 1],
          a.octupoles[3 * cell + 2]};
}

/// Adds a body's pull at distance (dx, dy, dz) = x_j - x_i to the sum (acceleration, and m/r in w).
/// The body itself adds m / eps to w; without softening it adds nothing.
template <class Root, class Real>
GT_FN void add_body(Vector4<Real>& sum, Real dx, Real dy, Real dz, Real m, Real eps2) {
  using gt_real = Real;
  const Real r2 = GT_SOFTENED(dx, dy, dz, eps2);
  const Real root = Root::of(r2), u = r2 > 0 ? root : Real(0);
  GT_ADD_BODY(sum.x, sum.y, sum.z, sum.w, dx, dy, dz, m, u);
}

/// Adds a cell's pull, with its centre at that distance. The distance to a far cell is never 0.
template <class Root, Multipole Order, class Real>
GT_FN void add_cell(Vector4<Real>& sum, Real dx, Real dy, Real dz, const MomentsTo<Order, Real>& m,
                    Real eps2) {
  using gt_real = Real;
  const Real u = Root::of(GT_SOFTENED(dx, dy, dz, eps2));
  if constexpr (Order == Multipole::octupole) {
    const Vector4<Real> e{m.t.x * eps2, m.t.y * eps2, m.t.z * eps2, m.t.w * eps2};
    GT_ADD_OCTUPOLE(sum.x, sum.y, sum.z, sum.w, dx, dy, dz, m.p, m.q, m.o, m.v, e, u);
  } else if constexpr (Order == Multipole::quadrupole) {
    GT_ADD_CELL(sum.x, sum.y, sum.z, sum.w, dx, dy, dz, m.p, m.q, m.q.w * eps2, u);
  } else {
    GT_ADD_BODY(sum.x, sum.y, sum.z, sum.w, dx, dy, dz, m.p.x, u);
  }
}

}  // namespace gputest::tree
