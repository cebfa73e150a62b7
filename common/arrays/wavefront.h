/* The wavefronts of a box of nx, ny, nz elements, in the C that kernels of every API share.
 * Wavefront w holds the elements with x + y + z = w, 0 <= w < nx + ny + nz - 2. In plane z these
 * are the plane's diagonal w - z (common/arrays/diagonal.h). An element of a wavefront depends
 * only on elements of the wavefront before. */
#ifndef GPUTEST_ARRAYS_WAVEFRONT_H
#define GPUTEST_ARRAYS_WAVEFRONT_H

#include "common/arrays/diagonal.h"

/* An element of a wavefront, or none. */
typedef struct {
  gt_uint exists, x, y, z;
} gt_wavefront_place;

GT_FN gt_uint gt_wavefronts(gt_uint nx, gt_uint ny, gt_uint nz) { return nx + ny + nz - 2; }

/* The first plane that wavefront w meets, and one past its last plane. */
GT_FN gt_uint gt_wavefront_first(gt_uint w, gt_uint nx, gt_uint ny) {
  return w < nx + ny - 1 ? 0 : w - (nx + ny - 2);
}
GT_FN gt_uint gt_wavefront_end(gt_uint w, gt_uint nz) { return w < nz ? w + 1 : nz; }

/* The number of places of wavefront w: in each of its planes the most that a diagonal has. */
GT_FN gt_uint gt_wavefront_places(gt_uint w, gt_uint nx, gt_uint ny, gt_uint nz) {
  return (gt_wavefront_end(w, nz) - gt_wavefront_first(w, nx, ny)) * (nx < ny ? nx : ny);
}

/* Place k of wavefront w; neighbouring places lie along a diagonal. Diagonals shorter than the
 * longest leave places empty, and all places from gt_wavefront_places() on are empty. */
GT_FN gt_wavefront_place gt_wavefront_place_at(gt_uint k, gt_uint w, gt_uint nx, gt_uint ny,
                                               gt_uint nz) {
  const gt_uint longest = nx < ny ? nx : ny, plane = k / longest;
  gt_wavefront_place place;
  gt_uint diagonal;
  place.z = gt_wavefront_first(w, nx, ny) + plane;
  diagonal = w - place.z; /* wraps after the last plane, where nothing exists */
  place.y = gt_diagonal_first(diagonal, nx) + (k - plane * longest);
  place.x = diagonal - place.y;
  place.exists = place.z < gt_wavefront_end(w, nz) && place.y < gt_diagonal_end(diagonal, ny);
  return place;
}

#endif
