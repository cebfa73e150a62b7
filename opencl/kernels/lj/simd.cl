/* gputest kernel: lj_simd
 *   summary    = eight list entries at a time against one i, for processors with vector units
 *   source     = lj_simd of the CPU
 *   layouts    = float4 aos3 soa
 *   precisions = fp32 fp64
 *   blocks     = 128 64 256
 *   launch     = per_particle
 *   lanes      = 1
 *   newton3    = off
 *   list       = csr
 *
 * One work-item per particle i, and eight entries of its list at a time as one vector. Compilers
 * that spread a group's work-items over vector lanes need a gather for each coordinate; here
 * positions are loaded whole and transposed in registers. */
#include "opencl/kernels/vectors.h"

#define GT_PAIR_REAL gt_real8
#include "opencl/kernels/lj/lj.h"

#ifdef GT_LAYOUT_FLOAT4
#define GT_LOAD8(body, at)                 \
  do {                                     \
    gt_real8 unused;                       \
    GT_TRANSPOSED(xyzm, at, body, unused); \
  } while (0)
#else
#define GT_LOAD_LANE(body, at, lane) \
  do {                               \
    gt_body one;                     \
    GT_LOAD(one, (at).lane);         \
    (body).x.lane = one.x;           \
    (body).y.lane = one.y;           \
    (body).z.lane = one.z;           \
  } while (0)
#define GT_LOAD8(body, at)      \
  do {                          \
    GT_LOAD_LANE(body, at, s0); \
    GT_LOAD_LANE(body, at, s1); \
    GT_LOAD_LANE(body, at, s2); \
    GT_LOAD_LANE(body, at, s3); \
    GT_LOAD_LANE(body, at, s4); \
    GT_LOAD_LANE(body, at, s5); \
    GT_LOAD_LANE(body, at, s6); \
    GT_LOAD_LANE(body, at, s7); \
  } while (0)
#endif

/* Adds the pairs of self with the particles numbered `at`, in the lanes of `live`. */
#define GT_ADD8(at, live)                                                                          \
  do {                                                                                             \
    gt_body8 other;                                                                                \
    GT_LOAD8(other, at);                                                                           \
    const gt_real8 dx = GT_DIFFERENCE(self, other, x);                                             \
    const gt_real8 dy = GT_DIFFERENCE(self, other, y);                                             \
    const gt_real8 dz = GT_DIFFERENCE(self, other, z);                                             \
    const gt_real8 r2 = dx * dx + dy * dy + dz * dz;                                               \
    const gt_mask8 inside = (r2 < cutoff2) & (live);                                               \
    const gt_pair_value pair = GT_PAIR_FORCE(r2, (gt_real)1 / r2, (gt_real8)pair_0,                \
                                             (gt_real8)pair_1, (gt_real8)pair_2, (gt_real8)shift); \
    const gt_real8 force_over_r = select((gt_real8)0, pair.force_over_r, inside);                  \
    fx += force_over_r * dx;                                                                       \
    fy += force_over_r * dy;                                                                       \
    fz += force_over_r * dz;                                                                       \
    if (GT_ENERGY) {                                                                               \
      energy += select((gt_real8)0, pair.energy, inside);                                          \
      virial += force_over_r * r2;                                                                 \
    }                                                                                              \
  } while (0)

__kernel void lj_simd(GT_LJ_PARAMETERS) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  gt_body body;
  GT_LOAD(body, i);
  const gt_body8 self = {(gt_real8)body.x, (gt_real8)body.y, (gt_real8)body.z};
  GT_ROW(i);
  gt_real8 fx = 0, fy = 0, fz = 0, energy = 0, virial = 0;
  uint k = 0;
  for (; k + GT_WIDTH <= count; k += GT_WIDTH) {
    const uint8 at = vload8(0, row + k);
    GT_ADD8(at, (gt_mask8)-1);
  }
  if (k < count) { /* the last, fewer than a vector; filled up with i itself */
    uint last[GT_WIDTH];
    for (uint lane = 0; lane < GT_WIDTH; ++lane) last[lane] = k + lane < count ? row[k + lane] : i;
    const uint8 at = vload8(0, last);
    GT_ADD8(at, gt_to_mask8((int8)(0, 1, 2, 3, 4, 5, 6, 7) < (int8)(count - k)));
  }
  GT_STORE(i, gt_sum8(fx), gt_sum8(fy), gt_sum8(fz), gt_sum8(energy) / 2, gt_sum8(virial) / 2);
}
