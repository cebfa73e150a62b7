// A cell's box and multipoles, when it may be taken as a whole, and what it then pulls with: the
// same text for g++, nvcc and hipcc.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "common/layout/bodies.hpp"
#include "common/portable/portable.h"
#include "common/tree/shape.hpp"

namespace gputest::tree {

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

/// A cell that is being made.
template <class Real>
struct Cell {
  Vector4<Real> low, high;
  Real m, x, y, z;              ///< mass and its centre
  Real xx, yy, zz, xy, xz, yz;  ///< S_ab = sum of m a b about the centre
};

/// The smaller and the larger of two.
template <class Real>
GT_FN Real least(Real a, Real b) {
  return a < b ? a : b;
}
/// See least().
template <class Real>
GT_FN Real most(Real a, Real b) {
  return a > b ? a : b;
}

/// Widens a box to hold another.
template <class Real>
GT_FN void widen(Vector4<Real>& low, Vector4<Real>& high, const Vector4<Real>& other_low,
                 const Vector4<Real>& other_high) {
  low = {least(low.x, other_low.x), least(low.y, other_low.y), least(low.z, other_low.z), 0};
  high = {most(high.x, other_high.x), most(high.y, other_high.y), most(high.z, other_high.z), 0};
}

/// The centre of mass of what add(f) calls f(m, x, y, z) for; where there is no mass, that of the
/// box. Places are summed from the box's centre, so that a far origin costs no digits.
template <class Real, class Each>
GT_FN void find_centre(Cell<Real>& cell, const Each& each) {
  const Real x0 = (cell.low.x + cell.high.x) / 2, y0 = (cell.low.y + cell.high.y) / 2,
             z0 = (cell.low.z + cell.high.z) / 2;
  Real m = 0, x = 0, y = 0, z = 0;
  each([&](Real mass, Real px, Real py, Real pz) {
    m += mass;
    x += mass * (px - x0);
    y += mass * (py - y0);
    z += mass * (pz - z0);
  });
  const Real inverse = m > 0 ? 1 / m : Real(0);
  cell.m = m;
  cell.x = x0 + x * inverse;
  cell.y = y0 + y * inverse;
  cell.z = z0 + z * inverse;
  cell.xx = cell.yy = cell.zz = cell.xy = cell.xz = cell.yz = 0;
}

/// Adds the second moment of a mass at a place.
template <class Real>
GT_FN void add_second(Cell<Real>& cell, Real m, Real px, Real py, Real pz) {
  const Real x = px - cell.x, y = py - cell.y, z = pz - cell.z;
  cell.xx += m * x * x;
  cell.yy += m * y * y;
  cell.zz += m * z * z;
  cell.xy += m * x * y;
  cell.xz += m * x * z;
  cell.yz += m * y * z;
}

/// The leaf of the bodies first … last - 1 of `sorted`.
template <class Real>
GT_FN Cell<Real> leaf_of(const Vector4<Real>* sorted, std::uint32_t first, std::uint32_t last) {
  Cell<Real> cell;
  cell.low = cell.high = sorted[first];
  for (std::uint32_t j = first + 1; j < last; ++j) widen(cell.low, cell.high, sorted[j], sorted[j]);
  find_centre(cell, [&](auto&& add) {
    for (std::uint32_t j = first; j < last; ++j)
      add(sorted[j].w, sorted[j].x, sorted[j].y, sorted[j].z);
  });
  for (std::uint32_t j = first; j < last; ++j)
    add_second(cell, sorted[j].w, sorted[j].x, sorted[j].y, sorted[j].z);
  return cell;
}

/// The parent of the cells that stand at first … last - 1: their second moments move to its centre
/// (Steiner's theorem).
template <class Real>
GT_FN Cell<Real> parent_of(const Arrays<Real>& a, std::uint32_t first, std::uint32_t last) {
  Cell<Real> cell;
  cell.low = a.boxes[2 * std::size_t{first}];
  cell.high = a.boxes[2 * std::size_t{first} + 1];
  for (std::uint32_t k = first + 1; k < last; ++k)
    widen(cell.low, cell.high, a.boxes[2 * std::size_t{k}], a.boxes[2 * std::size_t{k} + 1]);
  find_centre(cell, [&](auto&& add) {
    for (std::uint32_t k = first; k < last; ++k)
      add(a.moments[2 * std::size_t{k}].x, a.centres[k].x, a.centres[k].y, a.centres[k].z);
  });
  for (std::uint32_t k = first; k < last; ++k) {
    const Vector4<Real> p = a.moments[2 * std::size_t{k}], q = a.moments[2 * std::size_t{k} + 1];
    add_second(cell, p.x, a.centres[k].x, a.centres[k].y, a.centres[k].z);
    cell.xx += p.y;
    cell.yy += p.z;
    cell.zz += p.w;
    cell.xy += q.x;
    cell.xz += q.y;
    cell.yz += q.z;
  }
  return cell;
}

/// The distance from a group's box beyond which a cell is taken as a whole, squared: with its
/// longest edge l and the distance δ from the centre of its box to that of its mass, l / θ + δ (J.
/// Bédorf, E. Gaburov and S. Portegies Zwart, J. Comput. Phys. 231, 2825, 2012, section 2.2.2). No
/// distance is for θ = 0.
template <class Real>
GT_FN Real opening2(const Cell<Real>& cell, Real theta) {
  if (!(theta > 0)) return static_cast<Real>(INFINITY);
  const Real edge =
      most(cell.high.x - cell.low.x, most(cell.high.y - cell.low.y, cell.high.z - cell.low.z));
  const Real dx = cell.x - (cell.low.x + cell.high.x) / 2,
             dy = cell.y - (cell.low.y + cell.high.y) / 2,
             dz = cell.z - (cell.low.z + cell.high.z) / 2;
  const Real distance = edge / theta + std::sqrt(dx * dx + dy * dy + dz * dz);
  return distance * distance;
}

/// Puts a cell into the arrays.
template <class Real>
GT_FN void store(const Arrays<Real>& a, std::uint32_t place, const Cell<Real>& c, Real theta) {
  a.centres[place] = {c.x, c.y, c.z, opening2(c, theta)};
  const Real trace = c.xx + c.yy + c.zz;
  a.moments[2 * std::size_t{place}] = {c.m, c.xx, c.yy, c.zz};
  a.moments[2 * std::size_t{place} + 1] = {c.xy, c.xz, c.yz, Real(1.5) * trace};
  a.boxes[2 * std::size_t{place}] = c.low;
  a.boxes[2 * std::size_t{place} + 1] = c.high;
}

/// Makes cell k of a level, whose children are made.
template <class Real>
GT_FN void make_cell(const Arrays<Real>& a, const Levels& levels, std::uint32_t level,
                     std::uint32_t k, std::uint32_t n, Real theta) {
  if (level == 0) {
    const std::uint32_t first = k * kLeaf;
    store(a, k, leaf_of(a.sorted, first, least(first + kLeaf, n)), theta);
  } else {
    const std::uint32_t below = levels.first[level - 1];
    const std::uint32_t first = k * kChildren;
    store(a, levels.first[level] + k,
          parent_of(a, below + first, below + least(first + kChildren, levels.count[level - 1])),
          theta);
  }
}

/// The box of the consecutive bodies first … last - 1, whole leaves but for the last one.
template <class Real>
GT_FN void group_box(const Vector4<Real>* boxes, std::uint32_t first, std::uint32_t last,
                     Vector4<Real>& low, Vector4<Real>& high) {
  const std::uint32_t leaf = first / kLeaf, end = (last + kLeaf - 1) / kLeaf;
  low = boxes[2 * std::size_t{leaf}];
  high = boxes[2 * std::size_t{leaf} + 1];
  for (std::uint32_t k = leaf + 1; k < end; ++k)
    widen(low, high, boxes[2 * std::size_t{k}], boxes[2 * std::size_t{k} + 1]);
}

/// Whether a cell is taken as a whole for the bodies in a box, of its entry in `centres`.
template <class Real>
GT_FN bool is_far(const Vector4<Real>& centre, const Vector4<Real>& low,
                  const Vector4<Real>& high) {
  const Real dx = most(most(low.x - centre.x, centre.x - high.x), Real(0));
  const Real dy = most(most(low.y - centre.y, centre.y - high.y), Real(0));
  const Real dz = most(most(low.z - centre.z, centre.z - high.z), Real(0));
  return dx * dx + dy * dy + dz * dz > centre.w;
}

/// 1/sqrt(r2), and 0 for 0: without softening a body at no distance pulls nothing.
template <class Root, class Real>
GT_FN Real inverse_distance(Real r2) {
  const Real inverse = Root::of(r2);
  return r2 > 0 ? inverse : Real(0);
}

/// The sum (acceleration, and m/r in w) with a body's pull at distance (dx, dy, dz) = x_j - x_i.
/// The body itself adds m / eps to w, and nothing without softening.
template <class Root, class Real>
GT_FN void add_body(Vector4<Real>& sum, Real dx, Real dy, Real dz, Real m, Real eps2) {
  const Real inverse = inverse_distance<Root>(dx * dx + (dy * dy + (dz * dz + eps2)));
  const Real over_r = m * inverse;
  const Real over_r3 = over_r * (inverse * inverse);
  sum.x += over_r3 * dx;
  sum.y += over_r3 * dy;
  sum.z += over_r3 * dz;
  sum.w += over_r;
}

/// The same with a cell's pull, its centre at that distance: the Taylor series of
/// (r^2 + eps^2)^(-1/2) to the second order about the centre, where the first vanishes. With
/// u = (r^2 + eps2)^(-1/2), q = r.S.r and T the trace of S:
///   w += u (m + u^2 (3 u^2 q - T) / 2),   a += r u^3 (m + u^2 (15 u^2 q - 3 T) / 2) - 3 u^5 S r
template <class Root, bool Quadrupole, class Real>
GT_FN void add_cell(Vector4<Real>& sum, Real dx, Real dy, Real dz, const Vector4<Real>& p,
                    const Vector4<Real>& q, Real eps2) {
  if constexpr (!Quadrupole) {
    add_body<Root>(sum, dx, dy, dz, p.x, eps2);
  } else {
    const Real u = inverse_distance<Root>(dx * dx + (dy * dy + (dz * dz + eps2)));
    const Real u2 = u * u;
    const Real u3 = u * u2;
    const Real sx = p.y * dx + (q.x * dy + q.y * dz);
    const Real sy = q.x * dx + (p.z * dy + q.z * dz);
    const Real sz = q.y * dx + (q.z * dy + p.w * dz);
    const Real along = u2 * (dx * sx + (dy * sy + dz * sz));
    const Real radial = u3 * (p.x + u2 * (Real(7.5) * along - q.w));
    const Real across = Real(-3) * (u2 * u3);
    sum.x += radial * dx + across * sx;
    sum.y += radial * dy + across * sy;
    sum.z += radial * dz + across * sz;
    sum.w += u * (p.x + u2 * (Real(1.5) * along - q.w / 3));
  }
}

}  // namespace gputest::tree
