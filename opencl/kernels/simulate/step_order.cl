/* gputest kernel: step_order
 *   blocks = 256
 *   launch = step_order
 *
 * step_order: folds positions into the box and finds the spatial order of particles.
 *
 * Particles are counted into bins by the leading bits of their keys. There are once to twice as
 * many bins as particles. A bin has few particles, and each counts those before it. The sort is
 * stable, so that the order is the same in every run. */
#include "opencl/kernels/simulate/step.h"

#include "common/simulate/step_order.h"
#include "opencl/kernels/running_sums.h"

#define GT_ORDER_PARAMETERS                                                                   \
  __global const double *state, __global const uint *source, __global double *folded,         \
      __global uint *folded_source, __global uint *order, __global gt_step_report *report,    \
      __global uint *keys, __global uint *slots, __global uint *arrived, __global uint *work, \
      uint n, double low_x, double low_y, double low_z, double edge_x, double edge_y,         \
      double edge_z, double grid_low_x, double grid_low_y, double grid_low_z,                 \
      double parts_per_length_x, double parts_per_length_y, double parts_per_length_z,        \
      uint parts_x, uint parts_y, uint parts_z, uint key_bits, uint work_words

/* Bits of a number that counts to n, and so of a bin's number. */
#define GT_BIN_BITS (32 - clz(n))
#define GT_BINS ((1u << min(key_bits, GT_BIN_BITS)) + 1)
#define GT_BIN(key) ((key) >> (key_bits - min(key_bits, GT_BIN_BITS)))
#define GT_GRID(axis) \
  { grid_low_##axis, parts_per_length_##axis, parts_##axis }

/* 1: empties all bins. */
__kernel void step_order_clear(GT_ORDER_PARAMETERS) {
  const uint bin = get_global_id(0);
  if (bin < GT_BINS) work[bin] = 0;
}

/* 2: keys, and counts of the particles in each bin, one place further. */
__kernel void step_order(GT_ORDER_PARAMETERS) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  const gt_step_edge box_x = GT_BOX(x), box_y = GT_BOX(y), box_z = GT_BOX(z);
  const gt_step_parts x = GT_GRID(x), y = GT_GRID(y), z = GT_GRID(z);
  const uint key = gt_step_order(state, folded, i, n, box_x, box_y, box_z, x, y, z);
  keys[i] = key;
  folded_source[i] = source[i];
  slots[i] = atomic_inc(work + GT_BIN(key) + 1);
  if (i == 0) report->lost = GT_NEVER;
}

/* 3 and 4: the start of each bin's particles. */
__kernel void step_order_sum_parts(GT_ORDER_PARAMETERS) {
  __local uint total;
  gt_sum_part(work, GT_BINS, work + GT_BINS, &total);
}
__kernel void step_order_sum(GT_ORDER_PARAMETERS) {
  __local uint before, parts[GT_BLOCK];
  gt_running_sums(work, GT_BINS, work + GT_BINS, &before, parts);
}

/* 5: particles by bin, in any order within a bin. */
__kernel void step_order_arrive(GT_ORDER_PARAMETERS) {
  const uint i = get_global_id(0);
  if (i < n) arrived[work[GT_BIN(keys[i])] + slots[i]] = i;
}

/* 6: particles of a bin sorted by key, those with the same key by number. */
__kernel void step_order_rank(GT_ORDER_PARAMETERS) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  const uint key = keys[i], bin = GT_BIN(key);
  const uint begin = work[bin], end = work[bin + 1];
  uint place = begin;
  for (uint k = begin; k < end; ++k) {
    const uint other = arrived[k], other_key = keys[other];
    place += other_key < key || (other_key == key && other < i) ? 1 : 0;
  }
  order[place] = i;
}
