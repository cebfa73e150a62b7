/* The data of a fast multipole method's cell in addition to a tree's, and the effects of cells and
 * bodies on it; one text for g++, nvcc, hipcc and OpenCL C.
 *
 * gt_real must be float or double, and gt_real4 a vector x y z w of it, before this file is
 * included. There is no include guard, because C++ includes the file once in the namespace of each
 * precision (cell.hpp).
 *
 * For each cell, `centres` has the centre of mass and `links` the link of octree.h. `ranges` has
 * its first body and the number of its bodies. `radii` has an upper bound of their distances
 * from the centre, and `parents` the number of its parent. `multipoles` and `locals` have
 * GT_TERMS numbers each. */
#include "common/fmm/expansion.h"
#include "common/octree/octree.h"
#include "common/portable/portable.h"

#ifdef __cplusplus
#define GT_CELLS template <int degree>
#else
#define GT_CELLS
#define degree GT_DEGREE
#endif

/* 1 / x, or 0 for x = 0. */
GT_FN gt_real gt_inverse(gt_real x) { return x > 0 ? 1 / x : (gt_real)0; }

/* The distance of the box's farthest corner from the centre. */
GT_FN gt_real gt_farthest_corner(gt_real4 centre, gt_real4 low, gt_real4 high) {
  const gt_real dx = centre.x - low.x > high.x - centre.x ? centre.x - low.x : high.x - centre.x;
  const gt_real dy = centre.y - low.y > high.y - centre.y ? centre.y - low.y : high.y - centre.y;
  const gt_real dz = centre.z - low.z > high.z - centre.z ? centre.z - low.z : high.z - centre.z;
  return gt_sqrt(dx * dx + dy * dy + dz * dz);
}

/* The range, radius and multipoles of a cell, from its children's; also sets the children's
 * parent. */
GT_CELLS GT_FN void gt_gather_cell(GT_GLOBAL const gt_real4* sorted,
                                   GT_GLOBAL const gt_real4* centres,
                                   GT_GLOBAL const gt_real4* boxes, GT_GLOBAL const gt_ulong* links,
                                   GT_GLOBAL gt_real* radii, GT_GLOBAL gt_uint* ranges,
                                   GT_GLOBAL gt_uint* parents, GT_GLOBAL gt_real* multipoles,
                                   gt_uint cell) {
  const gt_ulong link = links[cell];
  const gt_uint first = gt_link_first(link), last = first + gt_link_count(link);
  const gt_real4 centre = centres[cell];
  gt_real sums[GT_TERMS(degree)], others[GT_TERMS(degree)], powers[GT_TERMS(degree)];
  gt_real radius = 0, inverse;
  gt_uint bodies = 0, k;
  int t, n, m, c;
  GT_ROLLED
  for (t = 0; t < GT_TERMS(degree); ++t) sums[t] = 0;
  for (k = first; k < last; ++k) {
    const gt_real4 at = gt_is_leaf(link) ? sorted[k] : centres[k];
    const gt_real dx = at.x - centre.x, dy = at.y - centre.y, dz = at.z - centre.z;
    const gt_real reach =
        gt_sqrt(dx * dx + dy * dy + dz * dz) + (gt_is_leaf(link) ? (gt_real)0 : radii[k]);
    radius = reach > radius ? reach : radius;
    bodies += gt_is_leaf(link) ? 1 : ranges[2 * (size_t)k + 1];
  }
  {
    const gt_real corner =
        gt_farthest_corner(centre, boxes[2 * (size_t)cell], boxes[2 * (size_t)cell + 1]);
    radius = corner < radius ? corner : radius;
  }
  inverse = gt_inverse(radius);
  for (k = first; k < last; ++k) {
    if (gt_is_leaf(link)) {
      const gt_real4 body = sorted[k];
      gt_monomials GT_OF_DEGREE(others, (body.x - centre.x) * inverse,
                                (body.y - centre.y) * inverse, (body.z - centre.z) * inverse);
      GT_ROLLED
      for (t = 0; t < GT_TERMS(degree); ++t) sums[t] += body.w * others[t];
    } else {
      const gt_real4 at = centres[k];
      parents[k] = cell;
      GT_ROLLED
      for (t = 0; t < GT_TERMS(degree); ++t)
        others[t] = multipoles[(size_t)k * GT_TERMS(degree) + t];
      gt_monomials GT_OF_DEGREE(powers, (at.x - centre.x) * inverse, (at.y - centre.y) * inverse,
                                (at.z - centre.z) * inverse);
      gt_scale_terms GT_OF_DEGREE(others, radii[k] * inverse);
      GT_ROLLED
      for (t = 0; t < GT_TERMS(degree); ++t) {
        gt_find_term(t, &n, &m, &c);
        sums[t] += gt_convolved(others, powers, n, m, c);
      }
    }
  }
  if (cell == 0) parents[cell] = 0; /* the root has none */
  radii[cell] = radius;
  ranges[2 * (size_t)cell] = gt_is_leaf(link) ? first : ranges[2 * (size_t)first];
  ranges[2 * (size_t)cell + 1] = bodies;
  GT_ROLLED
  for (t = 0; t < GT_TERMS(degree); ++t) multipoles[(size_t)cell * GT_TERMS(degree) + t] = sums[t];
}

/* Adds the parent's local expansion, shifted to the cell, to the cell's. */
GT_CELLS GT_FN void gt_shift_local(GT_GLOBAL const gt_real4* centres,
                                   GT_GLOBAL const gt_real* radii, GT_GLOBAL const gt_uint* parents,
                                   GT_GLOBAL gt_real* locals, gt_uint cell) {
  const gt_uint parent = parents[cell];
  const gt_real4 centre = centres[cell], from = centres[parent];
  const gt_real inverse = gt_inverse(radii[parent]);
  gt_real from_parent[GT_TERMS(degree)], powers[GT_TERMS(degree)];
  int t, n, m, c;
  GT_ROLLED
  for (t = 0; t < GT_TERMS(degree); ++t)
    from_parent[t] = locals[(size_t)parent * GT_TERMS(degree) + t];
  gt_monomials GT_OF_DEGREE(powers, (centre.x - from.x) * inverse, (centre.y - from.y) * inverse,
                            (centre.z - from.z) * inverse);
  GT_ROLLED
  for (t = 0; t < GT_TERMS(degree); ++t) {
    gt_find_term(t, &n, &m, &c);
    locals[(size_t)cell * GT_TERMS(degree) + t] += gt_handed_down GT_OF_DEGREE(
        from_parent, powers, radii[cell] * inverse, radii[parent], n, m, c);
  }
}

/* Adds the effect of cell `other` to a cell's local expansion, which is at `centre` with radius
 * `own`. */
GT_CELLS GT_FN void gt_expand(gt_real* expansion, gt_real4 centre, gt_real own,
                              GT_GLOBAL const gt_real4* centres, GT_GLOBAL const gt_real* radii,
                              GT_GLOBAL const gt_real* multipoles, gt_real eps2, gt_uint other) {
  const gt_real4 from = centres[other];
  const gt_real x = centre.x - from.x, y = centre.y - from.y, z = centre.z - from.z;
  gt_real moments[GT_TERMS(degree)];
  int t;
  GT_ROLLED
  for (t = 0; t < GT_TERMS(degree); ++t)
    moments[t] = multipoles[(size_t)other * GT_TERMS(degree) + t];
  gt_add_cell_to_local GT_OF_DEGREE(expansion, moments, x, y, z,
                                    (gt_real)gt_rsqrt(x * x + (y * y + (z * z + eps2))), own,
                                    radii[other]);
}

/* A cell's local expansion evaluated at a body: the acceleration, and the sum of m/r in w. */
GT_CELLS GT_FN gt_real4 gt_local_at(gt_real4 body, gt_real4 centre, gt_real radius,
                                    GT_GLOBAL const gt_real* expansion) {
  const gt_real inverse = gt_inverse(radius);
  gt_real powers[GT_TERMS(degree)];
  gt_real4 sum;
  int n, m, c;
  gt_monomials GT_OF_DEGREE(powers, (body.x - centre.x) * inverse, (body.y - centre.y) * inverse,
                            (body.z - centre.z) * inverse);
  sum.x = sum.y = sum.z = sum.w = 0;
  GT_ROLLED
  for (n = 0; n <= degree; ++n) GT_ROLLED
  for (m = 0; m <= n; ++m) GT_ROLLED
  for (c = 0; c <= m; ++c) {
    const gt_real power = powers[gt_term(n, m, c)];
    sum.w += (n == 0 ? (gt_real)1 : radius * power) * expansion[gt_term(n, m, c)];
    if (n < degree) {
      sum.x += power * expansion[gt_term(n + 1, m, c)];
      sum.y += power * expansion[gt_term(n + 1, m + 1, c)];
      sum.z += power * expansion[gt_term(n + 1, m + 1, c + 1)];
    }
  }
  return sum;
}

/* Adds the effect of a cell to a body's sum. */
GT_CELLS GT_FN void gt_add_whole(gt_real4* sum, gt_real4 body, GT_GLOBAL const gt_real4* centres,
                                 GT_GLOBAL const gt_real* radii,
                                 GT_GLOBAL const gt_real* multipoles, gt_real eps2, gt_uint other) {
  const gt_real4 from = centres[other];
  const gt_real x = body.x - from.x, y = body.y - from.y, z = body.z - from.z;
  gt_real moments[GT_TERMS(degree)], numbers[4];
  int t;
  GT_ROLLED
  for (t = 0; t < GT_TERMS(degree); ++t)
    moments[t] = multipoles[(size_t)other * GT_TERMS(degree) + t];
  gt_sum_of_cell GT_OF_DEGREE(numbers, moments, x, y, z,
                              (gt_real)gt_rsqrt(x * x + (y * y + (z * z + eps2))), radii[other]);
  sum->x += numbers[0];
  sum->y += numbers[1];
  sum->z += numbers[2];
  sum->w += numbers[3];
}

#ifdef __cplusplus
#undef GT_CELLS
#else
#undef degree
#endif
