/* A cell's box and multipoles, a body's key, and when a cell may be taken as a whole: the same text
 * for g++, nvcc, hipcc and OpenCL C.
 *
 * Before this is included, gt_real is float or double, gt_real4 a vector x y z w of it, and
 * levels.h and hilbert.h are. There is no include guard: C++ includes it once in each precision's
 * namespace (cell.hpp). A cell's numbers are where gt_levels says. */
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

/* The parent of the cells that stand at first ... last - 1: their second moments move to its centre
 * (Steiner's theorem). */
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
    cell.xx += p.y;
    cell.yy += p.z;
    cell.zz += p.w;
    cell.xy += q.x;
    cell.xz += q.y;
    cell.yz += q.z;
  }
  return cell;
}

/* The distance from a group's box beyond which a cell is taken as a whole, squared: with its
 * longest edge l and the distance delta from the centre of its box to that of its mass,
 * l / theta + delta (J. Bedorf, E. Gaburov and S. Portegies Zwart, J. Comput. Phys. 231, 2825,
 * 2012, section 2.2.2). No distance is for theta = 0. */
GT_FN gt_real gt_opening2(const gt_cell* cell, gt_real theta) {
  if (!(theta > 0)) return (gt_real)INFINITY;
  const gt_real dx = cell->x - (cell->low.x + cell->high.x) / 2,
                dy = cell->y - (cell->low.y + cell->high.y) / 2,
                dz = cell->z - (cell->low.z + cell->high.z) / 2;
  const gt_real distance =
      gt_longest_edge(cell->low, cell->high) / theta + gt_sqrt(dx * dx + dy * dy + dz * dz);
  return distance * distance;
}

/* Makes cell k of a level, whose children are made. Of `centres`, w is gt_opening2(). */
GT_FN void gt_make_cell(GT_GLOBAL const gt_real4* sorted, GT_GLOBAL gt_real4* centres,
                        GT_GLOBAL gt_real4* moments, GT_GLOBAL gt_real4* boxes,
                        const gt_levels* levels, gt_uint level, gt_uint k, gt_uint n,
                        gt_real theta) {
  const size_t place = (size_t)levels->first[level] + k;
  gt_cell c;
  gt_real4 four;
  if (level == 0) {
    c = gt_leaf_of(sorted, k * GT_LEAF, n - k * GT_LEAF < GT_LEAF ? n : (k + 1) * GT_LEAF);
  } else {
    const gt_uint first = k * GT_CHILDREN, count = levels->count[level - 1];
    const size_t below = levels->first[level - 1];
    c = gt_parent_of(centres, moments, boxes, below + first,
                     below + (count - first < GT_CHILDREN ? count : first + GT_CHILDREN));
  }
  four.x = c.x;
  four.y = c.y;
  four.z = c.z;
  four.w = gt_opening2(&c, theta);
  centres[place] = four;
  four.x = c.m;
  four.y = c.xx;
  four.z = c.yy;
  four.w = c.zz;
  moments[2 * place] = four;
  four.x = c.xy;
  four.y = c.xz;
  four.z = c.yz;
  four.w = (gt_real)1.5 * (c.xx + c.yy + c.zz);
  moments[2 * place + 1] = four;
  boxes[2 * place] = c.low;
  boxes[2 * place + 1] = c.high;
}

/* The box of the consecutive bodies first ... last - 1, whole leaves but for the last one. */
GT_FN void gt_group_box(GT_GLOBAL const gt_real4* boxes, gt_uint first, gt_uint last, gt_real4* low,
                        gt_real4* high) {
  const size_t end = (last + GT_LEAF - 1) / GT_LEAF;
  size_t leaf = first / GT_LEAF;
  *low = boxes[2 * leaf];
  *high = boxes[2 * leaf + 1];
  for (++leaf; leaf < end; ++leaf) gt_widen(low, high, boxes[2 * leaf], boxes[2 * leaf + 1]);
}

/* Whether a cell is taken as a whole for the bodies in a box, of its entry in `centres`. */
GT_FN int gt_is_far(gt_real4 centre, gt_real4 low, gt_real4 high) {
  const gt_real dx = gt_most(gt_most(low.x - centre.x, centre.x - high.x), (gt_real)0);
  const gt_real dy = gt_most(gt_most(low.y - centre.y, centre.y - high.y), (gt_real)0);
  const gt_real dz = gt_most(gt_most(low.z - centre.z, centre.z - high.z), (gt_real)0);
  return dx * dx + dy * dy + dz * dz > centre.w;
}
