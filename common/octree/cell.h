/* A cell's box and multipoles, a body's key, and when a cell may be taken as a whole: the same
 * text for g++, nvcc, hipcc and OpenCL C.
 *
 * Define these before including it: gt_real as float or double, gt_real4 as a vector x y z w of
 * it, and octree.h. There is no include guard: C++ includes it once in each precision's
 * namespace (cell.hpp). */
#include "common/portable/portable.h"

/* A cell while it is made. */
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

/* The curve's cell along an axis that contains a coordinate; a cube without extent has one cell. */
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

/* A cell with that box and without mass. */
GT_FN gt_cell gt_empty_cell(gt_real4 low, gt_real4 high) {
  gt_cell cell;
  cell.low = low;
  cell.high = high;
  cell.m = cell.x = cell.y = cell.z = 0;
  cell.xx = cell.yy = cell.zz = cell.xy = cell.xz = cell.yz = 0;
  return cell;
}

/* Adds a mass at a distance from the point about which the cell's sums are taken. Each cell has
 * its own point, so that a far origin costs no digits. */
GT_FN void gt_add_mass(gt_cell* cell, gt_real m, gt_real x, gt_real y, gt_real z) {
  cell->m += m;
  cell->x += m * x;
  cell->y += m * y;
  cell->z += m * z;
  cell->xx += m * x * x;
  cell->yy += m * y * y;
  cell->zz += m * z * z;
  cell->xy += m * x * y;
  cell->xz += m * x * z;
  cell->yz += m * y * z;
}

/* Turns these sums into the centre of mass and the second moments about it (Steiner's theorem).
 * Without mass the centre is the middle of the box. */
GT_FN void gt_find_centre(gt_cell* cell, gt_real4 about) {
  const gt_real m = cell->m, inverse = m > 0 ? 1 / m : (gt_real)0;
  const gt_real x = cell->x * inverse, y = cell->y * inverse, z = cell->z * inverse;
  cell->x = m > 0 ? about.x + x : (cell->low.x + cell->high.x) / 2;
  cell->y = m > 0 ? about.y + y : (cell->low.y + cell->high.y) / 2;
  cell->z = m > 0 ? about.z + z : (cell->low.z + cell->high.z) / 2;
  cell->xx -= m * x * x;
  cell->yy -= m * y * y;
  cell->zz -= m * z * z;
  cell->xy -= m * x * y;
  cell->xz -= m * x * z;
  cell->yz -= m * y * z;
}

/* Adds a body, x y z m. */
GT_FN void gt_add_body(gt_cell* cell, gt_real4 about, gt_real4 body) {
  gt_widen(&cell->low, &cell->high, body, body);
  gt_add_mass(cell, body.w, body.x - about.x, body.y - about.y, body.z - about.z);
}

/* Adds a child with its entries in `centres`, `moments` and `boxes`. */
GT_FN void gt_add_child(gt_cell* cell, gt_real4 about, gt_real4 centre, gt_real4 p, gt_real4 q,
                        gt_real4 low, gt_real4 high) {
  gt_widen(&cell->low, &cell->high, low, high);
  gt_add_mass(cell, p.x, centre.x - about.x, centre.y - about.y, centre.z - about.z);
  cell->xx += (p.y + q.w) / 3;
  cell->yy += (p.z + q.w) / 3;
  cell->zz += (p.w + q.w) / 3;
  cell->xy += q.x / 3;
  cell->xz += q.y / 3;
  cell->yz += q.z / 3;
}

/* The leaf of the bodies first ... last - 1 of `sorted`. */
GT_FN gt_cell gt_leaf_of(GT_GLOBAL const gt_real4* sorted, gt_uint first, gt_uint last) {
  const gt_real4 about = sorted[first];
  gt_cell cell = gt_empty_cell(about, about);
  gt_uint j;
  for (j = first; j < last; ++j) gt_add_body(&cell, about, sorted[j]);
  gt_find_centre(&cell, about);
  return cell;
}

/* The parent of the cells first ... last - 1. */
GT_FN gt_cell gt_parent_of(GT_GLOBAL const gt_real4* centres, GT_GLOBAL const gt_real4* moments,
                           GT_GLOBAL const gt_real4* boxes, size_t first, size_t last) {
  const gt_real4 about = centres[first];
  gt_cell cell = gt_empty_cell(boxes[2 * first], boxes[2 * first + 1]);
  size_t k;
  for (k = first; k < last; ++k)
    gt_add_child(&cell, about, centres[k], moments[2 * k], moments[2 * k + 1], boxes[2 * k],
                 boxes[2 * k + 1]);
  gt_find_centre(&cell, about);
  return cell;
}

/* The squared distance from a group's box beyond which a cell with that box and centre of mass
 * is taken as a whole. It is `far`, but at least 7/8 of the cell's longest edge, which is more
 * than half a cube's diagonal. To both the distance between the centre of its box and its centre
 * of mass is added (J. Bedorf, E. Gaburov and S. Portegies Zwart, J. Comput. Phys. 231, 2825,
 * 2012, section 2.2.2). */
GT_FN gt_real gt_opening2_of(gt_real4 low, gt_real4 high, gt_real x, gt_real y, gt_real z,
                             gt_real far) {
  const gt_real dx = x - (low.x + high.x) / 2, dy = y - (low.y + high.y) / 2,
                dz = z - (low.z + high.z) / 2;
  const gt_real distance = gt_most((gt_real)0.875 * gt_longest_edge(low, high), far) +
                           gt_sqrt(dx * dx + dy * dy + dz * dz);
  return distance * distance;
}

/* The same for a cell of mass m and longest edge l. At the distance d it pulls as a whole if m
 * l^2 / d^4 is less than theta^4 times the usual pull A (V. Springel, MNRAS 364, 1105, 2005,
 * equation 18). With reach = 1 / (theta A^(1/4)) that is beyond sqrt(l sqrt(m)) reach. With
 * reach = -1 / theta it is l / theta for any mass. With reach = 0 no cell pulls as a whole. */
GT_FN gt_real gt_opening2(const gt_cell* cell, gt_real reach) {
  const gt_real edge = gt_longest_edge(cell->low, cell->high);
  if (reach == 0) return (gt_real)INFINITY;
  return gt_opening2_of(cell->low, cell->high, cell->x, cell->y, cell->z,
                        reach < 0 ? -reach * edge : gt_sqrt(edge * gt_sqrt(cell->m)) * reach);
}

/* Writes a completed cell. In `centres`, w is gt_opening2(); `moments` has the second moments as
 * 3 S, less their trace T on the diagonal, and T. */
GT_FN void gt_write_cell(gt_cell c, GT_GLOBAL gt_real4* centres, GT_GLOBAL gt_real4* moments,
                         GT_GLOBAL gt_real4* boxes, gt_uint cell, gt_real reach) {
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
}

/* Makes a cell of a level from its completed children, and completes its link. */
GT_FN void gt_make_cell(GT_GLOBAL const gt_real4* sorted, GT_GLOBAL const gt_uint* spans,
                        GT_GLOBAL const gt_uint* sums, GT_GLOBAL gt_ulong* links,
                        GT_GLOBAL gt_real4* centres, GT_GLOBAL gt_real4* moments,
                        GT_GLOBAL gt_real4* boxes, gt_uint level, gt_uint cell, gt_uint n,
                        gt_real reach) {
  const gt_ulong link = gt_counted_link(spans, sums, links, cell, level, n);
  const gt_uint first = gt_link_first(link), last = first + gt_link_count(link);
  gt_write_cell(gt_is_leaf(link) ? gt_leaf_of(sorted, first, last)
                                 : gt_parent_of(centres, moments, boxes, first, last),
                centres, moments, boxes, cell, reach);
  links[cell] = link;
}

/* The number of consecutive boxes that hold the bodies first ... last - 1 if none has an edge
 * above `longest` and each is as long as possible; GT_MOST_BOXES + 1 if there are more. They are
 * written unless `boxes` is null. */
GT_FN gt_uint gt_cover(GT_GLOBAL const gt_real4* sorted, gt_uint first, gt_uint last,
                       gt_real longest, GT_GLOBAL gt_real4* boxes) {
  gt_real4 low = sorted[first], high = low;
  gt_uint box = 0, k;
  for (k = first; k < last && box < GT_MOST_BOXES; ++k) {
    const gt_real4 body = sorted[k];
    gt_real4 wide_low = low, wide_high = high;
    gt_widen(&wide_low, &wide_high, body, body);
    if (gt_longest_edge(wide_low, wide_high) > longest) {
      ++box;
      wide_low = wide_high = body;
    }
    low = wide_low;
    high = wide_high;
    if (boxes != 0 && box < GT_MOST_BOXES) {
      boxes[2 * box] = low;
      boxes[2 * box + 1] = high;
    }
  }
  return box + 1;
}

/* Makes the boxes of a group of GT_OPENED_BY bodies or fewer: one for the bodies before and one
 * for those after the largest step along the curve's cells. So a group on both sides of a gap
 * does not span it. The box of all bodies is root_low to root_high. If a group's box still has
 * an eighth of its edge, the group may surround a cluster. It then gets up to GT_MOST_BOXES
 * boxes, as small as possible, if boxes of half the length suffice. The w of the first box's low
 * is the number of boxes. */
GT_FN void gt_make_group(GT_GLOBAL const gt_real4* sorted, GT_GLOBAL const gt_ulong* keys,
                         gt_real4 root_low, gt_real4 root_high, GT_GLOBAL gt_real4* groups,
                         gt_uint group, gt_uint n) {
  const gt_uint first = group * GT_OPENED_BY;
  const gt_uint last = n - first < GT_OPENED_BY ? n : first + GT_OPENED_BY;
  GT_GLOBAL gt_real4* const boxes = groups + 2 * GT_MOST_BOXES * (size_t)group;
  gt_uint k, second = first, count = 2, halving;
  gt_ulong step = 0;
  gt_real4 low = sorted[first], high = low;
  gt_real least = 0, edge;
  for (k = first + 1; k < last; ++k)
    if ((keys[k - 1] ^ keys[k]) > step) {
      step = keys[k - 1] ^ keys[k];
      second = k;
    }
  for (k = first; k < second; ++k) gt_widen(&low, &high, sorted[k], sorted[k]);
  boxes[0] = low;
  boxes[1] = high;
  edge = gt_longest_edge(low, high);
  low = high = sorted[second];
  for (k = second; k < last; ++k) gt_widen(&low, &high, sorted[k], sorted[k]);
  boxes[2] = low;
  boxes[3] = high;
  edge = gt_most(edge, gt_longest_edge(low, high)) / 2;
  if (edge > gt_longest_edge(root_low, root_high) / 16 &&
      gt_cover(sorted, first, last, edge, 0) <= GT_MOST_BOXES) {
    for (halving = 0; halving < 6; ++halving) {
      const gt_real middle = (least + edge) / 2;
      if (gt_cover(sorted, first, last, middle, 0) <= GT_MOST_BOXES)
        edge = middle;
      else
        least = middle;
    }
    count = gt_cover(sorted, first, last, edge, boxes);
    for (k = count; k < 2; ++k) { /* two are always read */
      boxes[2 * k] = boxes[0];
      boxes[2 * k + 1] = boxes[1];
    }
  }
  boxes[0].w = (gt_real)count;
}

/* Whether a box is farther from a cell than the cell's opening, from its entry in `centres`. */
GT_FN int gt_is_beyond(gt_real4 centre, gt_real4 low, gt_real4 high) {
  const gt_real dx = gt_most(gt_most(low.x - centre.x, centre.x - high.x), (gt_real)0);
  const gt_real dy = gt_most(gt_most(low.y - centre.y, centre.y - high.y), (gt_real)0);
  const gt_real dz = gt_most(gt_most(low.z - centre.z, centre.z - high.z), (gt_real)0);
  return dx * dx + dy * dy + dz * dz > centre.w;
}

/* Whether a cell, given by its entry in `centres`, is taken as a whole for the bodies first ...
 * last - 1, which are whole groups except for the last one. */
GT_FN int gt_is_far(gt_real4 centre, GT_GLOBAL const gt_real4* groups, gt_uint first,
                    gt_uint last) {
  const size_t end = ((size_t)last + GT_OPENED_BY - 1) / GT_OPENED_BY;
  size_t group;
  int far = 1;
  for (group = first / GT_OPENED_BY; group < end; ++group) {
    GT_GLOBAL const gt_real4* const boxes = groups + 2 * GT_MOST_BOXES * group;
    const gt_real4 low = boxes[0];
    far = far && gt_is_beyond(centre, low, boxes[1]) && gt_is_beyond(centre, boxes[2], boxes[3]);
    if (low.w > 2) {
      gt_uint box;
      for (box = 2; box < GT_MOST_BOXES && (gt_real)box < low.w; ++box)
        far = far && gt_is_beyond(centre, boxes[2 * box], boxes[2 * box + 1]);
    }
  }
  return far;
}
