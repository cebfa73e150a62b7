/* A cell's third moments: the same text for g++, nvcc, hipcc and OpenCL C. Like cell.h, included
 * after it.
 *
 * T_abc = sum of m a b c about the cell's centre of mass, t_a = T_axx + T_ayy + T_azz, and O_abc
 * = 5 T_abc - (t_a if b = c) - (t_b if a = c) - (t_c if a = b). O_axx + O_ayy + O_azz = 0: so O
 * has seven numbers, and T = (O + ...) / 5 has ten with t. A cell has three vectors: Oxxy Oxxz
 * Oxyy Oxzz, Oyyz Oyzz Oxyz 0, and tx ty tz with the trace of the second moments in w. */
#include "common/portable/portable.h"

/* T about some point. */
typedef struct {
  gt_real xxx, yyy, zzz, xxy, xxz, xyy, yyz, xzz, yzz, xyz;
} gt_third;

/* Adds a mass at a distance from the point. */
GT_FN void gt_add_third(gt_third* sum, gt_real m, gt_real x, gt_real y, gt_real z) {
  const gt_real xx = m * x * x, yy = m * y * y, zz = m * z * z;
  sum->xxx += xx * x;
  sum->yyy += yy * y;
  sum->zzz += zz * z;
  sum->xxy += xx * y;
  sum->xxz += xx * z;
  sum->xyy += yy * x;
  sum->yyz += yy * z;
  sum->xzz += zz * x;
  sum->yzz += zz * y;
  sum->xyz += m * x * y * z;
}

/* Adds the terms of a cell with its centre at the distance d = (x, y, z), except those of its
 * mass; its moments are p and q (pull.h) and o, v and t. With S for second moments it is T_abc +
 * d_a S_bc + d_b S_ac + d_c S_ab, since first moments about a centre of mass vanish. */
GT_FN void gt_add_third_of_cell(gt_third* sum, gt_real4 p, gt_real4 q, gt_real4 o, gt_real4 v,
                                gt_real4 t, gt_real x, gt_real y, gt_real z) {
  const gt_real xx = (p.y + q.w) / 3, yy = (p.z + q.w) / 3, zz = (p.w + q.w) / 3;
  const gt_real xy = q.x / 3, xz = q.y / 3, yz = q.z / 3;
  sum->xxx += (3 * t.x - o.z - o.w) / 5 + 3 * x * xx;
  sum->yyy += (3 * t.y - o.x - v.y) / 5 + 3 * y * yy;
  sum->zzz += (3 * t.z - o.y - v.x) / 5 + 3 * z * zz;
  sum->xxy += (o.x + t.y) / 5 + 2 * x * xy + y * xx;
  sum->xxz += (o.y + t.z) / 5 + 2 * x * xz + z * xx;
  sum->xyy += (o.z + t.x) / 5 + 2 * y * xy + x * yy;
  sum->yyz += (v.x + t.z) / 5 + 2 * y * yz + z * yy;
  sum->xzz += (o.w + t.x) / 5 + 2 * z * xz + x * zz;
  sum->yzz += (v.y + t.y) / 5 + 2 * z * yz + y * zz;
  sum->xyz += v.z / 5 + x * yz + y * xz + z * xy;
}

/* gt_opening2() of such a cell of mass m: the error is m l^4 / d^6, and reach is 1 / (theta
 * A^(1/6)), or -1 / theta. */
GT_FN gt_real gt_octupole_opening2(gt_real4 low, gt_real4 high, gt_real4 centre, gt_real m,
                                   gt_real reach) {
  const gt_real edge = gt_longest_edge(low, high);
  if (reach == 0) return (gt_real)INFINITY;
  return gt_opening2_of(low, high, centre.x, centre.y, centre.z,
                        reach < 0 ? -reach * edge : cbrt(edge * edge * gt_sqrt(m)) * reach);
}

/* Makes the third moments of a completed cell from those of its children, and its opening. */
GT_FN void gt_make_octupole(GT_GLOBAL const gt_real4* sorted, GT_GLOBAL const gt_ulong* links,
                            GT_GLOBAL gt_real4* centres, GT_GLOBAL const gt_real4* moments,
                            GT_GLOBAL const gt_real4* boxes, GT_GLOBAL gt_real4* octupoles,
                            size_t cell, gt_real reach) {
  const gt_ulong link = links[cell];
  const size_t first = gt_link_first(link), last = first + gt_link_count(link);
  const gt_real4 centre = centres[cell];
  gt_third sum = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  gt_real4 four;
  size_t k;
  for (k = first; k < last; ++k) {
    const gt_real4 at = gt_is_leaf(link) ? sorted[k] : centres[k];
    const gt_real x = at.x - centre.x, y = at.y - centre.y, z = at.z - centre.z;
    gt_add_third(&sum, gt_is_leaf(link) ? at.w : moments[2 * k].x, x, y, z);
    if (!gt_is_leaf(link))
      gt_add_third_of_cell(&sum, moments[2 * k], moments[2 * k + 1], octupoles[3 * k],
                           octupoles[3 * k + 1], octupoles[3 * k + 2], x, y, z);
  }
  const gt_real tx = sum.xxx + sum.xyy + sum.xzz, ty = sum.xxy + sum.yyy + sum.yzz,
                tz = sum.xxz + sum.yyz + sum.zzz;
  four.x = 5 * sum.xxy - ty;
  four.y = 5 * sum.xxz - tz;
  four.z = 5 * sum.xyy - tx;
  four.w = 5 * sum.xzz - tx;
  octupoles[3 * cell] = four;
  four.x = 5 * sum.yyz - tz;
  four.y = 5 * sum.yzz - ty;
  four.z = 5 * sum.xyz;
  four.w = 0;
  octupoles[3 * cell + 1] = four;
  four.x = tx;
  four.y = ty;
  four.z = tz;
  four.w = moments[2 * cell + 1].w;
  octupoles[3 * cell + 2] = four;
  four = centre;
  four.w = gt_octupole_opening2(boxes[2 * cell], boxes[2 * cell + 1], centre, moments[2 * cell].x,
                                reach);
  centres[cell] = four;
}
