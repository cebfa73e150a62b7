/* A particle's place in the box and in the spatial order of particles: one text for CUDA, HIP,
 * OpenCL and the CPU. */
#ifndef GPUTEST_STEP_ORDER_H
#define GPUTEST_STEP_ORDER_H

#include "common/simulate/step_report.h"

/* The box along one axis; low and edge are 0 if the axis is open. */
typedef struct {
  double low, edge;
} gt_step_edge;

/* Parts of equal length into which an axis is cut. */
typedef struct {
  double low, per_length;
  gt_uint parts;
} gt_step_parts;

/* A coordinate's image in the box. */
GT_FN double gt_folded(double at, gt_step_edge box) {
  const double most =
      box.edge * 4503599627370496.0; /* 2^52: beyond it rounding leaves no fraction of an edge */
  if (!(box.edge > 0) || !(fabs(at) < most)) return at;
  const double image = at - box.edge * floor((at - box.low) / box.edge);
  return image >= box.low + box.edge ? box.low : image; /* rounding */
}

/* The part that contains a coordinate. */
GT_FN gt_uint gt_part(double at, gt_step_parts axis) {
  const double scaled = (at - axis.low) * axis.per_length;
  const double last = axis.parts - 1;
  return !(scaled > 0) ? 0 : (gt_uint)(scaled < last ? scaled : last);
}

/* The key that sorts particles into columns along z in serpentine order, like spatial_order() on
 * the host: the column, then the place along z, in as many parts as the key's bits can count. */
GT_FN gt_uint gt_order_key(gt_uint x, gt_uint y, gt_uint z, gt_uint columns_x, gt_uint levels) {
  const gt_uint along = y % 2 == 0 ? x : columns_x - 1 - x;
  const gt_uint column = y * columns_x + along;
  return column * levels + (column % 2 == 0 ? z : levels - 1 - z);
}

/* Copies particle i, folded into the box, and returns its key. */
GT_FN gt_uint gt_step_order(GT_GLOBAL const double* state, GT_GLOBAL double* folded, gt_uint i,
                            gt_uint n, gt_step_edge box_x, gt_step_edge box_y, gt_step_edge box_z,
                            gt_step_parts x, gt_step_parts y, gt_step_parts z) {
  const gt_ulong stride = n;
  const double at_x = gt_folded(state[i], box_x);
  const double at_y = gt_folded(state[stride + i], box_y);
  const double at_z = gt_folded(state[2 * stride + i], box_z);
  folded[i] = at_x;
  folded[stride + i] = at_y;
  folded[2 * stride + i] = at_z;
  for (gt_uint component = 3; component < GT_STATE_COMPONENTS; ++component)
    folded[component * stride + i] = state[component * stride + i];
  return gt_order_key(gt_part(at_x, x), gt_part(at_y, y), gt_part(at_z, z), x.parts, z.parts);
}

/* Whether a folded coordinate is in the box or, along an open axis, no farther than `farthest`. */
GT_FN int gt_in_place(double at, gt_step_edge box, double farthest) {
  return box.edge > 0 ? at >= box.low && at <= box.low + box.edge
                      : at >= -farthest && at <= farthest;
}

/* Folded particle i becomes particle k; returns 0 if it is lost. Its position becomes the
 * list's. For a lost one that is a corner of the box, since builders must not get NaN. */
GT_FN int gt_step_gather(GT_GLOBAL const double* folded, GT_GLOBAL double* state,
                         GT_GLOBAL double* listed, gt_uint i, gt_uint k, gt_uint n,
                         gt_step_edge box_x, gt_step_edge box_y, gt_step_edge box_z,
                         double farthest) {
  const gt_ulong stride = n;
  const double x = folded[i], y = folded[stride + i], z = folded[2 * stride + i];
  const int in_place = gt_in_place(x, box_x, farthest) && gt_in_place(y, box_y, farthest) &&
                       gt_in_place(z, box_z, farthest);
  for (gt_uint component = 0; component < GT_STATE_COMPONENTS; ++component)
    state[component * stride + k] = folded[component * stride + i];
  listed[k] = in_place ? x : box_x.low;
  listed[stride + k] = in_place ? y : box_y.low;
  listed[2 * stride + k] = in_place ? z : box_z.low;
  return in_place;
}

#endif
