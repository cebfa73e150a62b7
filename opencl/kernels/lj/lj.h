/* Shared by the pair-force kernels. Build options: those of particles.h, -DGT_NEWTON3, -DGT_ELL,
 * -DGT_PERIODIC and -DGT_ENERGY, each 0 or 1, and -DGT_PAIR_FORCE=<function of the force>. */
#include "opencl/kernels/native.h"
#include "opencl/kernels/particles.h"

/* These need gt_real. If a kernel defines GT_PAIR_REAL, a vector, gt_real is this type in them. */
#ifdef GT_PAIR_REAL
#define gt_real GT_PAIR_REAL
#endif
#include "common/cells/nearest_image.h"
#include "common/lj/pair/pair.h"
/* The force of the configuration; it needs pair.h. */
#include "common/lj/pair/{pair=lj}.h"
#ifdef GT_PAIR_REAL
#undef gt_real
#endif

/* The parameters of every pass. In an ell list `starts` holds the lists' lengths. */
#define GT_LJ_PARAMETERS                                                                        \
  GT_PARAMETERS(GT_PARAMETER)                                                                   \
  __global const uint *restrict starts, __global const uint *restrict entries,                  \
      __global gt_real4 *forces, __global gt_real *virials, const uint n, const uint stride,    \
      const gt_real cutoff2, const gt_real edge_x, const gt_real edge_y, const gt_real edge_z,  \
      const gt_real inverse_edge_x, const gt_real inverse_edge_y, const gt_real inverse_edge_z, \
      const gt_real shift, const gt_real pair_0, const gt_real pair_1, const gt_real pair_2

/* Entry k of particle i's list is GT_ENTRY(k), k < count. In an ell list neighbouring work-items
 * read whole lines, once; in csr rows each returns to its line for the next word. (A row is a
 * pointer, because the sum of two unsigned numbers may wrap, so that each entry's address would be
 * computed from scratch.) */
#if GT_ELL
#define GT_ROW(i)                                 \
  __global const uint* const row = entries + (i); \
  const uint step = stride, count = starts[i]
#define GT_ENTRY(k) gt_load_once(row + (k)*step)
#else
#define GT_ROW(i)                                       \
  __global const uint* const row = entries + starts[i]; \
  const uint count = starts[(i) + 1] - starts[i]
#define GT_ENTRY(k) row[k]
#endif

/* For the particles self and other, defines the difference (dx, dy, dz), its square r2,
 * force_over_r, half of the pair's energy and virial, and `inside`: the pair is inside the
 * cutoff and `condition` holds. force_over_r, energy and virial are 0 if the pair is not inside.
 * (Additions under a condition are slower, except for one work-item per particle over rows:
 * NVIDIA's compiler loads fewer positions ahead.) */
#define GT_PAIR_IF(self, other, condition)                                                        \
  const gt_real dx = GT_DIFFERENCE(self, other, x);                                               \
  const gt_real dy = GT_DIFFERENCE(self, other, y);                                               \
  const gt_real dz = GT_DIFFERENCE(self, other, z);                                               \
  const gt_real r2 = dx * dx + dy * dy + dz * dz;                                                 \
  const int inside = r2 < cutoff2 && (condition);                                                 \
  const gt_pair_value pair = GT_PAIR_FORCE(r2, gt_reciprocal(r2), pair_0, pair_1, pair_2, shift); \
  const gt_real force_over_r = inside ? pair.force_over_r : (gt_real)0;                           \
  const gt_real half_energy = inside && GT_ENERGY ? (gt_real)0.5 * pair.energy : (gt_real)0;      \
  const gt_real half_virial = GT_ENERGY ? (gt_real)0.5 * force_over_r * r2 : (gt_real)0
#define GT_PAIR(self, other) GT_PAIR_IF(self, other, 1)

/* Adds the pair in scope to the sums of particle i, five scalars: see gravity.h. */
#define GT_ADD_PAIR(fx, fy, fz, energy, virial) \
  do {                                          \
    (fx) += force_over_r * dx;                  \
    (fy) += force_over_r * dy;                  \
    (fz) += force_over_r * dz;                  \
    if (GT_ENERGY) {                            \
      (energy) += half_energy;                  \
      (virial) += half_virial;                  \
    }                                           \
  } while (0)

/* The number of sums of a particle. */
#define GT_SUMS (GT_ENERGY ? 5 : 3)

#if GT_NEWTON3
#include "opencl/kernels/atomic_add.h"

/* Adds to particle i's results atomically, because other work-items may add to them too. */
void gt_add_to_results(__global gt_real4* forces, __global gt_real* virials, uint i, gt_real fx,
                       gt_real fy, gt_real fz, gt_real energy, gt_real virial) {
  gt_atomic_add_vector(forces + i, fx, fy, fz, energy, GT_ENERGY);
  if (GT_ENERGY) gt_atomic_add(virials + i, virial);
}

/* The reaction of the pair in scope on its other particle, j. */
#define GT_REACT(j)                                                                     \
  do {                                                                                  \
    if (inside)                                                                         \
      gt_add_to_results(forces, virials, j, -(force_over_r * dx), -(force_over_r * dy), \
                        -(force_over_r * dz), half_energy, half_virial);                \
  } while (0)
#define GT_STORE(i, fx, fy, fz, energy, virial) \
  gt_add_to_results(forces, virials, i, fx, fy, fz, energy, virial)
#define GT_STORE_SUM(target, sum) gt_atomic_add(target, sum)

/* The first pass: zeroes the results to which the kernel adds. */
__kernel void lj_zero(GT_LJ_PARAMETERS) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  forces[i] = (gt_real4)(0, 0, 0, 0);
  virials[i] = 0;
}
#else
#define GT_REACT(j)
#define GT_STORE(i, fx, fy, fz, energy, virial) \
  do {                                          \
    forces[i] = (gt_real4)(fx, fy, fz, energy); \
    if (GT_ENERGY) virials[i] = virial;         \
  } while (0)
#define GT_STORE_SUM(target, sum) (*(target) = (sum))
#endif

/* The place of sum number c of particle i. */
#define GT_RESULT(i, c) ((c) < 4 ? (__global gt_real*)(forces + (i)) + (c) : virials + (i))
