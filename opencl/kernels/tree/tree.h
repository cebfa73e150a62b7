/* Shared by the passes over a tree. Build options: those of particles.h. */
#ifndef GPUTEST_TREE_H
#define GPUTEST_TREE_H

#include "common/portable/portable.h"
#include "opencl/kernels/particles.h"

#include "common/octree/octree.h"

/* These need gt_real. */
#include "common/octree/cell.h"
#include "common/octree/octupole.h"
#include "common/octree/pull.h"
#include "common/tree/lists.h"

/* Third moments of cells, for walks that use them. */
#if GT_OCTUPOLE
#define GT_OCTUPOLE_ARRAY __global gt_real4 *restrict octupoles,
#define GT_THIRD(cell, k) octupoles[3 * (size_t)(cell) + (k)]
#else
#define GT_OCTUPOLE_ARRAY
#endif

/* The arrays and scalars of the family fmm in addition to a tree's (common/fmm/cell.h, lists.h). */
#if GT_FMM
#define GT_FMM_ARRAYS                                                         \
  __global gt_real *restrict radii, __global uint *restrict ranges,           \
      __global uint *restrict parents, __global gt_real *restrict multipoles, \
      __global gt_real *restrict locals, __global uint *restrict lists,       \
      __global uint *restrict pool,
#define GT_FMM_SCALARS \
  , const gt_real pull, const gt_real theta, const gt_real share, const uint capacity
#else
#define GT_FMM_ARRAYS
#define GT_FMM_SCALARS
#endif

/* Whether there is a k-th sorted body with a wanted acceleration. With -DGT_SOME=1 `active` decides
 * by the bodies' numbers (common/octree/arguments.hpp); otherwise all are wanted. */
#ifndef GT_SOME
#define GT_SOME 0
#endif
#if GT_SOME
#define GT_SOME_ARRAY __global const uint *restrict active,
#define GT_IS_ACTIVE(k) ((k) < n && active[order[k]] != 0)
#else
#define GT_SOME_ARRAY
#define GT_IS_ACTIVE(k) ((k) < n)
#endif

/* With -DGT_STAGES=2 a pass walks a tree that already exists, from `roots` consecutive cells
 * (common/octree/arguments.hpp). */
#ifndef GT_STAGES
#define GT_STAGES 0
#endif
#if GT_STAGES == 2
#define GT_ROOTS_SCALARS , const uint first_root, const uint roots
#define GT_FIRST_ROOT first_root
#define GT_ROOTS roots
#else
#define GT_ROOTS_SCALARS
#define GT_FIRST_ROOT 0u
#define GT_ROOTS 1u
#endif

/* The parameters of every pass. Only the sort uses `work`; only the bodies' box uses `bounds`. */
#define GT_TREE_PARAMETERS                                                                        \
  GT_PARAMETERS(GT_PARAMETER)                                                                     \
  GT_SOME_ARRAY __global gt_real4 *restrict accelerations, __global gt_real4 *restrict sorted,    \
      __global uint *restrict order, __global gt_real4 *restrict centres,                         \
      __global gt_real4 *restrict moments, __global gt_real4 *restrict boxes,                     \
      __global gt_real4 *restrict groups, __global ulong *restrict links,                         \
      __global ulong *restrict keys, __global uint *restrict spans, __global uint *restrict sums, \
      __global uint *restrict work, __global gt_real4 *restrict bounds,                           \
      GT_OCTUPOLE_ARRAY GT_FMM_ARRAYS const uint n, const uint leaf, const gt_real eps2,          \
      const gt_real reach GT_FMM_SCALARS GT_ROOTS_SCALARS

#define GT_GROUP_KERNEL __kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1)))

/* Adds the pull of a body of mass m, or of a cell with these moments, at this distance: p and q
 * are those of pull.h, and o, v and t the three vectors of octupole.h. A body at distance 0
 * without softening pulls nothing: the macro selects inputs, because selecting results would be
 * a branch. */
#define GT_MEET_BODY(ax, ay, az, w, dx, dy, dz, m)           \
  do {                                                       \
    const gt_real r2_ = GT_SOFTENED(dx, dy, dz, eps2);       \
    const gt_real u_ = gt_rsqrt(r2_ > 0 ? r2_ : (gt_real)1); \
    const gt_real mass_ = r2_ > 0 ? (m) : (gt_real)0;        \
    GT_ADD_BODY(ax, ay, az, w, dx, dy, dz, mass_, u_);       \
  } while (0)
#if GT_OCTUPOLE
#define GT_MEET_CELL(ax, ay, az, w, dx, dy, dz, p, q, o, v, t)         \
  do {                                                                 \
    const gt_real u_ = gt_rsqrt(GT_SOFTENED(dx, dy, dz, eps2));        \
    const gt_real4 e_ = (gt_real4)((t).x, (t).y, (t).z, (t).w) * eps2; \
    GT_ADD_OCTUPOLE(ax, ay, az, w, dx, dy, dz, p, q, o, v, e_, u_);    \
  } while (0)
#elif GT_QUADRUPOLE
#define GT_MEET_CELL(ax, ay, az, w, dx, dy, dz, p, q, o, v, t)    \
  do {                                                            \
    const gt_real u_ = gt_rsqrt(GT_SOFTENED(dx, dy, dz, eps2));   \
    GT_ADD_CELL(ax, ay, az, w, dx, dy, dz, p, q, eps2*(q).w, u_); \
  } while (0)
#else
#define GT_MEET_CELL(ax, ay, az, w, dx, dy, dz, p, q, o, v, t) \
  do {                                                         \
    (void)(q);                                                 \
    GT_MEET_BODY(ax, ay, az, w, dx, dy, dz, (p).x);            \
  } while (0)
#endif

#endif
