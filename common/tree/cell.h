/* A cell's box and multipoles, a body's key, and when a cell may be taken as a whole: the same text
 * for g++, nvcc, hipcc and OpenCL C.
 *
 * Before this is included, gt_real is float or double, gt_real4 a vector x y z w of it, and
 * octree.h is. There is no include guard: C++ includes it once in each precision's namespace
 * (cell.hpp). */
#include "common/portable/portable.h"

/* A cell that is being made. */
typedef struct {
  gt_real4 low, high;             /* its box: the lowest and highest coordinates of its bodies */
  gt_real m, x, y, z;             /* mass and its centre */
  gt_real xx, yy, zz, xy, xz, yz; /* S_ab = sum of m a b about the centre */
} gt_cell;

GT_FN gt_real gt_least(gt_real a, gt_real b) { return a < b ? a : b; }
GT_FN gt_real gt_most(gt_real a, gt_real b) { return a > b ? a : b; }

/* Widens a box to hold another. */
GT_FN void gt_widen(gt_real4* low, gt_real4* high, gt_real4 other_low, gt_real4 other_high) {
  low->x = gt_least(low->x, other_low.x);
  low->y = gt_least(low->y, other_low.y);
  low->z = gt_least(low->z, other_low.z);
  high->x = gt_most(high->x, other_high.x);
  high->y = gt_most(high->y, other_high.y);
  high->z = gt_most(high->z, other_high.z);
}

/* The longest edge of a box. */
GT_FN gt_real gt_longest_edge(gt_real4 low, gt_real4 high) {
  return gt_most(high.x - low.x, gt_most(high.y - low.y, high.z - low.z));
}

/* The curve's cell along an axis in which a coordinate lies; a cube without extent has one cell. */
GT_FN gt_uint gt_curve_cell(gt_real at, gt_real low, gt_real edge) {
  const gt_real cells = (gt_real)GT_CURVE_CELLS;
  const gt_real place = edge > 0 ? (at - low) / edge * cells : (gt_real)0;
  return place < cells - 1 ? (gt_uint)place : GT_CURVE_CELLS - 1;
}

/* The key of a point in the cube of the box's longest edge. */
GT_FN gt_ulong gt_curve_key(gt_real4 point, gt_real4 low, gt_real4 high) {
  const gt_real edge = gt_longest_edge(low, high);
  return gt_hilbert_key(gt_curve_cell(point.x, low.x, edge), gt_curve_cell(point.y, low.y, edge),
                        gt_curve_cell(point.z, low.z, edge));
}

/* Adds a mass at a place to the cell's sums, from the middle of its box, so that a far origin costs
 * no digits. */
GT_FN void gt_add_mass(gt_cell* cell, gt_real m, gt_real x, gt_real y, gt_real z) {
  cell->m += m;
  cell->x += m * (x - (cell->low.x + cell->high.x) / 2);
  cell->y += m * (y - (cell->low.y + cell->high.y) / 2);
  cell->z += m * (z - (cell->low.z + cell->high.z) / 2);
}

/* Makes the centre of mass of these sums; without mass it is the middle of the box. */
GT_FN void gt_find_centre(gt_cell* cell) {
  const gt_real inverse = cell->m > 0 ? 1 / cell->m : (gt_real)0;
  cell->x = (cell->low.x + cell->high.x) / 2 + cell->x * inverse;
  cell->y = (cell->low.y + cell->high.y) / 2 + cell->y * inverse;
  cell->z = (cell->low.z + cell->high.z) / 2 + cell->z * inverse;
}

/* Adds the second moment of a mass at a place. */
GT_FN void gt_add_second(gt_cell* cell, gt_real m, gt_real px, gt_real py, gt_real pz) {
  const gt_real x = px - cell->x, y = py - cell->y, z = pz - cell->z;
  cell->xx += m * x * x;
  cell->yy += m * y * y;
  cell->zz += m * z * z;
  cell->xy += m * x * y;
  cell->xz += m * x * z;
  cell->yz += m * y * z;
}

/* A cell of that box, without mass. */
GT_FN gt_cell gt_empty_cell(gt_real4 low, gt_real4 high) {
  gt_cell cell;
  cell.low = low;
  cell.high = high;
  cell.m = cell.x = cell.y = cell.z = 0;
  cell.xx = cell.yy = cell.zz = cell.xy = cell.xz = cell.yz = 0;
  return cell;
}

/* The leaf of the bodies first ... last - 1 of `sorted`, x y z m. */
GT_FN gt_cell gt_leaf_of(GT_GLOBAL const gt_real4* sorted, gt_uint first, gt_uint last) {
  gt_cell cell = gt_empty_cell(sorted[first], sorted[first]);
  gt_uint j;
  for (j = first + 1; j < last; ++j) gt_widen(&cell.low, &cell.high, sorted[j], sorted[j]);
  for (j = first; j < last; ++j)
    gt_add_mass(&cell, sorted[j].w, sorted[j].x, sorted[j].y, sorted[j].z);
  gt_find_centre(&cell);
  for (j = first; j < last; ++j)
    gt_add_second(&cell, sorted[j].w, sorted[j].x, sorted[j].y, sorted[j].z);
  return cell;
}

/* The parent of the cells first ... last - 1: their second moments move to its centre (Steiner's
 * theorem). */
GT_FN gt_cell gt_parent_of(GT_GLOBAL const gt_real4* centres, GT_GLOBAL const gt_real4* moments,
                           GT_GLOBAL const gt_real4* boxes, size_t first, size_t last) {
  gt_cell cell = gt_empty_cell(boxes[2 * first], boxes[2 * first + 1]);
  size_t k;
  for (k = first + 1; k < last; ++k)
    gt_widen(&cell.low, &cell.high, boxes[2 * k], boxes[2 * k + 1]);
  for (k = first; k < last; ++k)
    gt_add_mass(&cell, moments[2 * k].x, centres[k].x, centres[k].y, centres[k].z);
  gt_find_centre(&cell);
  for (k = first; k < last; ++k) {
    const gt_real4 p = moments[2 * k], q = moments[2 * k + 1];
    gt_add_second(&cell, p.x, centres[k].x, centres[k].y, centres[k].z);
    cell.xx += (p.y + q.w) / 3;
    cell.yy += (p.z + q.w) / 3;
    cell.zz += (p.w + q.w) / 3;
    cell.xy += q.x / 3;
    cell.xz += q.y / 3;
    cell.yz += q.z / 3;
  }
  return cell;
}

/* The distance from a group's box beyond which a cell is taken as a whole, squared. A cell of mass
 * m and longest edge l at the distance d pulls as a whole where m l^2 / d^4 is less than theta^4
 * times the pull A that is usual (V. Springel, MNRAS 364, 1105, 2005, equation 18): with reach = 1
 * / (theta A^(1/4)) beyond sqrt(l sqrt(m)) reach. No body is within 7/8 l, which is more than half
 * a cube's diagonal. To both comes the distance from the centre of its box to that of its mass (J.
 * Bedorf, E. Gaburov and S. Portegies Zwart, J. Comput. Phys. 231, 2825, 2012, section 2.2.2). No
 * distance is for reach = 0, by which no cell does. */
GT_FN gt_real gt_opening2(const gt_cell* cell, gt_real reach) {
  if (!(reach > 0)) return (gt_real)INFINITY;
  const gt_real dx = cell->x - (cell->low.x + cell->high.x) / 2,
                dy = cell->y - (cell->low.y + cell->high.y) / 2,
                dz = cell->z - (cell->low.z + cell->high.z) / 2;
  const gt_real edge = gt_longest_edge(cell->low, cell->high);
  const gt_real distance =
      gt_most((gt_real)0.875 * edge, gt_sqrt(edge * gt_sqrt(cell->m)) * reach) +
      gt_sqrt(dx * dx + dy * dy + dz * dz);
  return distance * distance;
}

/* Makes a cell of a level, whose children are made, and completes its link. Of `centres`, w is
 * gt_opening2(); of `moments` are the second ones 3 S less their trace T on the diagonal, and T. */
GT_FN void gt_make_cell(GT_GLOBAL const gt_real4* sorted, GT_GLOBAL const gt_uint* spans,
                        GT_GLOBAL const gt_uint* sums, GT_GLOBAL gt_ulong* links,
                        GT_GLOBAL gt_real4* centres, GT_GLOBAL gt_real4* moments,
                        GT_GLOBAL gt_real4* boxes, gt_uint level, gt_uint cell, gt_uint n,
                        gt_real reach) {
  const gt_ulong link = gt_counted_link(spans, sums, links, cell, level, n);
  const gt_uint first = gt_link_first(link), last = first + gt_link_count(link);
  const gt_cell c = gt_is_leaf(link) ? gt_leaf_of(sorted, first, last)
                                     : gt_parent_of(centres, moments, boxes, first, last);
  const gt_real trace = c.xx + c.yy + c.zz;
  gt_real4 four;
  four.x = c.x;
  four.y = c.y;
  four.z = c.z;
  four.w = gt_opening2(&c, reach);
  centres[cell] = four;
  four.x = c.m;
  four.y = 3 * c.xx - trace;
  four.z = 3 * c.yy - trace;
  four.w = 3 * c.zz - trace;
  moments[2 * (size_t)cell] = four;
  four.x = 3 * c.xy;
  four.y = 3 * c.xz;
  four.z = 3 * c.yz;
  four.w = trace;
  moments[2 * (size_t)cell + 1] = four;
  boxes[2 * (size_t)cell] = c.low;
  boxes[2 * (size_t)cell + 1] = c.high;
  links[cell] = link;
}

/* Makes the box of the group's bodies, GT_OPENED_BY of them or as many as there are. */
GT_FN void gt_make_group(GT_GLOBAL const gt_real4* sorted, GT_GLOBAL gt_real4* groups,
                         gt_uint group, gt_uint n) {
  gt_uint k = group * GT_OPENED_BY;
  gt_real4 low = sorted[k], high = low;
  for (++k; k < (group + 1) * GT_OPENED_BY && k < n; ++k)
    gt_widen(&low, &high, sorted[k], sorted[k]);
  groups[2 * (size_t)group] = low;
  groups[2 * (size_t)group + 1] = high;
}

/* The box of the bodies first ... last - 1, which are whole groups but for the last one. */
GT_FN void gt_group_box(GT_GLOBAL const gt_real4* groups, gt_uint first, gt_uint last,
                        gt_real4* low, gt_real4* high) {
  const size_t end = (last + GT_OPENED_BY - 1) / GT_OPENED_BY;
  size_t group = first / GT_OPENED_BY;
  *low = groups[2 * group];
  *high = groups[2 * group + 1];
  for (++group; group < end; ++group) gt_widen(low, high, groups[2 * group], groups[2 * group + 1]);
}

/* Whether a cell is taken as a whole for the bodies in a box, of its entry in `centres`. */
GT_FN int gt_is_far(gt_real4 centre, gt_real4 low, gt_real4 high) {
  const gt_real dx = gt_most(gt_most(low.x - centre.x, centre.x - high.x), (gt_real)0);
  const gt_real dy = gt_most(gt_most(low.y - centre.y, centre.y - high.y), (gt_real)0);
  const gt_real dz = gt_most(gt_most(low.z - centre.z, centre.z - high.z), (gt_real)0);
  return dx * dx + dy * dy + dz * dz > centre.w;
}
