/* The wavefronts of a box of nx, ny, nz things, in the C that kernels of every API share. Wavefront
 * w holds those whose x + y + z is w, 0 <= w < nx + ny + nz - 2, and in plane z those of the
 * plane's diagonal w - z (common/arrays/diagonal.h). What stands on a wavefront needs nothing but
 * what stands on the one before. */
#ifndef GPUTEST_ARRAYS_WAVEFRONT_H
#define GPUTEST_ARRAYS_WAVEFRONT_H

#include "common/arrays/diagonal.h"

/* One of a wavefront's, or none. */
typedef struct {
  gt_uint exists, x, y, z;
} gt_wavefront_place;

GT_FN gt_uint gt_wavefronts(gt_uint nx, gt_uint ny, gt_uint nz) { return nx + ny + nz - 2; }

/* The first plane that wavefront w meets, and the plane behind its last. */
GT_FN gt_uint gt_wavefront_first(gt_uint w, gt_uint nx, gt_uint ny) {
  return w < nx + ny - 1 ? 0 : w - (nx + ny - 2);
}
GT_FN gt_uint gt_wavefront_end(gt_uint w, gt_uint nz) { return w < nz ? w + 1 : nz; }

/* Places of wavefront w: in each of its planes as many as a diagonal has at most. */
GT_FN gt_uint gt_wavefront_places(gt_uint w, gt_uint nx, gt_uint ny, gt_uint nz) {
  return (gt_wavefront_end(w, nz) - gt_wavefront_first(w, nx, ny)) * (nx < ny ? nx : ny);
}

/* Place k of wavefront w: neighbouring ones are along a diagonal. Diagonals shorter than the
 * longest leave places empty, and so do all from gt_wavefront_places() on. */
GT_FN gt_wavefront_place gt_wavefront_place_at(gt_uint k, gt_uint w, gt_uint nx, gt_uint ny,
                                               gt_uint nz) {
  const gt_uint longest = nx < ny ? nx : ny, plane = k / longest;
  gt_wavefront_place place;
  gt_uint diagonal;
  place.z = gt_wavefront_first(w, nx, ny) + plane;
  diagonal = w - place.z; /* wraps behind the last plane, where nothing exists */
  place.y = gt_diagonal_first(diagonal, nx) + (k - plane * longest);
  place.x = diagonal - place.y;
  place.exists = place.z < gt_wavefront_end(w, nz) && place.y < gt_diagonal_end(diagonal, ny);
  return place;
}

#endif
