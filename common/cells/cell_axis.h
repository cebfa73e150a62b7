/* One axis of the grid of cells into which list builders sort particles; the same text for g++,
 * nvcc, hipcc and OpenCL C. Define gt_real as float or double before including it. There is no
 * include guard: C++ includes it once in each precision's namespace (cell_axis.hpp). */
#include "common/portable/portable.h"

/* `count` cells along an axis, from `first` on, modulo the number of cells. */
typedef struct {
  gt_uint first, count;
} gt_cell_range;

/* The cell that contains a coordinate; a coordinate outside the grid lies in the cell at that
 * end. */
GT_FN gt_uint gt_cell_place(gt_real at, gt_real low, gt_real cells_per_length, gt_uint cells) {
  const gt_real scaled = (at - low) * cells_per_length;
  gt_uint cell;
  if (!(scaled > 0)) return 0;
  cell = (gt_uint)scaled;
  return cell < cells ? cell : cells - 1;
}

/* A cell and the cells that touch it, each once. `wraps`: the first and the last cell touch, and
 * would not be neighbours otherwise. */
GT_FN gt_cell_range gt_cells_touching(gt_uint at, gt_uint cells, int wraps) {
  gt_cell_range range;
  if (wraps) {
    range.first = at + cells - 1;
    range.count = 3;
  } else {
    range.first = at == 0 ? 0 : at - 1;
    range.count = (at + 1 < cells ? at + 1 : at) - range.first + 1;
  }
  return range;
}

/* The largest whole number at or below x. */
GT_FN int gt_whole_below(gt_real x) {
  const int whole = (int)x;
  return (gt_real)whole > x ? whole - 1 : whole;
}

/* The cells that can hold neighbours of particles between two coordinates. The coordinates may
 * be those of images outside the box if the axis is periodic. */
GT_FN gt_cell_range gt_cells_around(gt_real from, gt_real to, int periodic, gt_real low,
                                    gt_real cells_per_length, int cells) {
  int first = gt_whole_below((from - low) * cells_per_length) - 1;
  int last = gt_whole_below((to - low) * cells_per_length) + 1;
  gt_cell_range range;
  if (periodic && last - first + 1 >= cells) {
    first = 0;
    last = cells - 1;
  } else if (periodic) {
    const int wrapped = (first % cells + cells) % cells;
    last += wrapped - first;
    first = wrapped;
  } else {
    first = first < 0 ? 0 : first < cells ? first : cells - 1;
    last = last < first ? first : last < cells ? last : cells - 1;
  }
  range.first = (gt_uint)first;
  range.count = (gt_uint)(last - first + 1);
  return range;
}
