/* gputest kernel: gravity_symmetric
 *   summary    = each unordered pair once, by Newton's third law
 *   source     = this project
 *   layouts    = float4 *
 *   precisions = fp32 fp64
 *   blocks     = 64 32 128
 *   unroll     = 2 1 4 compiler
 *   launch     = symmetric
 *
 * Each unordered pair once: a_i += m_j d/r^3 and a_j -= m_i d/r^3 share the distance.
 *
 * A group holds a tile of GT_BLOCK * GT_PER_ITEM bodies i, GT_PER_ITEM per work-item, and takes one
 * chunk of GT_BLOCK bodies j after another. Local memory holds the chunk twice, so that item l at
 * step s reads body l+s without wrapping. Next to it the effects of the tile on body l+s are added
 * up, which needs a barrier per step and no sub-groups. The tiles form a ring (symmetric_ring.h),
 * and the groups share the ring's units evenly, for any number of groups.
 *
 * With GT_TARGETS, the pairs are those between the targets, which form the tiles, and the first
 * n bodies, which form the chunks. `sums` has all particles up to the last target. */
#include "common/gravity/longest_run.h"
#include "common/gravity/symmetric_ring.h"
#include "opencl/kernels/atomic_add.h"
#include "opencl/kernels/gravity/gravity.h"
#include "opencl/kernels/tile.h"
#include "opencl/kernels/unroll.h"

#ifndef GT_TARGETS
#define GT_TARGETS 0
#endif
#if GT_TARGETS
#define GT_TARGET_PARAMETERS , const uint first_target, const uint targets
#define GT_END_I (first_target + targets)
#else
#define GT_TARGET_PARAMETERS
#define first_target 0
#define GT_END_I n
#endif

/* A body of a chunk, in the order of GT_STAGED. A struct, because PoCL then vectorises over the
 * items, but not with a vector of four (a factor of five). */
typedef struct {
  gt_real m, x, y, z;
} __attribute__((aligned(4 * sizeof(gt_real)))) gt_staged_body;

/* Both sides of a pair, for sums that are scalars. */
#define GT_ADD_PAIR(i, j, ix, iy, iz, iw, jx, jy, jz, jw)                                    \
  do {                                                                                       \
    const gt_real dx_ = (j).x - (i).x;                                                       \
    const gt_real dy_ = (j).y - (i).y;                                                       \
    const gt_real dz_ = (j).z - (i).z;                                                       \
    const gt_gravity_pull unit_ = gt_gravity_pull_of(dx_, dy_, dz_, 1, eps2, GT_UNSOFTENED); \
    const gt_real weight_i_ = (j).m * unit_.over_r3;                                         \
    const gt_real weight_j_ = (i).m * unit_.over_r3;                                         \
    (ix) += weight_i_ * dx_;                                                                 \
    (iy) += weight_i_ * dy_;                                                                 \
    (iz) += weight_i_ * dz_;                                                                 \
    (jx) -= weight_j_ * dx_;                                                                 \
    (jy) -= weight_j_ * dy_;                                                                 \
    (jz) -= weight_j_ * dz_;                                                                 \
    if (GT_POTENTIAL) {                                                                      \
      (iw) += (j).m * unit_.over_r;                                                          \
      (jw) += (i).m * unit_.over_r;                                                          \
    }                                                                                        \
  } while (0)

void add_sums(__global gt_real4* sums, uint body, gt_real x, gt_real y, gt_real z, gt_real w) {
  volatile __global gt_real* sum = (volatile __global gt_real*)(sums + body);
  gt_atomic_add(sum, x);
  gt_atomic_add(sum + 1, y);
  gt_atomic_add(sum + 2, z);
  if (GT_POTENTIAL) gt_atomic_add(sum + 3, w);
}

/* Zeroes the sums to which gravity_symmetric adds. */
__kernel void gravity_symmetric_zero(GT_PARAMETERS(GT_PARAMETER) __global gt_real4* restrict sums,
                                     const uint n, const gt_real eps2 GT_TARGET_PARAMETERS) {
  for (uint i = get_global_id(0); i < GT_END_I; i += get_global_size(0)) sums[i] = 0;
}

__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void gravity_symmetric(
    GT_PARAMETERS(GT_PARAMETER) __global gt_real4* sums, const uint n,
    const gt_real eps2 GT_TARGET_PARAMETERS) {
  __local gt_staged_body chunk_j[2 * GT_BLOCK];
  __local gt_real chunk_x[2 * GT_BLOCK], chunk_y[2 * GT_BLOCK], chunk_z[2 * GT_BLOCK];
  __local gt_real chunk_w[2 * GT_BLOCK];
  const uint l = get_local_id(0);
  gt_symmetric_ring ring;
#if GT_TARGETS
  gt_symmetric_rectangle_make(&ring, n, targets, GT_BLOCK * GT_PER_ITEM, GT_BLOCK);
#else
  gt_symmetric_ring_make(&ring, n, GT_BLOCK * GT_PER_ITEM, GT_PER_ITEM);
#endif
  const ulong units = gt_symmetric_units(&ring);
  ulong unit = units * get_group_id(0) / get_num_groups(0);
  const ulong end = units * (get_group_id(0) + 1) / get_num_groups(0);
  chunk_w[l] = chunk_w[l + GT_BLOCK] = 0;

  while (unit < end) {
    const gt_symmetric_unit start = gt_symmetric_unit_of(&ring, unit);
    const uint first_i = first_target + start.tile * (GT_BLOCK * GT_PER_ITEM) + l;
    gt_body body_i[GT_PER_ITEM];
    gt_real ax[GT_PER_ITEM], ay[GT_PER_ITEM], az[GT_PER_ITEM], w[GT_PER_ITEM];
#pragma unroll
    for (uint k = 0; k < GT_PER_ITEM; ++k) {
      const uint i = first_i + k * GT_BLOCK;
      GT_LOAD(body_i[k], min(i, GT_END_I - 1));
      if (i >= GT_END_I) body_i[k].m = 0; /* like GT_LOAD_FOR_TILE for the first n */
      ax[k] = ay[k] = az[k] = w[k] = 0;
    }
    const uint run =
        (uint)min((ulong)min(start.run, (uint)(gt_longest_run / GT_BLOCK)), end - unit);
    unit += run;
    uint chunk = start.chunk;
    for (uint u = 0; u < run; ++u) {
      const uint j = chunk * GT_BLOCK + l;
      gt_body mine;
      GT_LOAD_FOR_TILE(mine, j, n);
      const gt_staged_body staged = {mine.m, mine.x, mine.y, mine.z};
      chunk_j[l] = chunk_j[l + GT_BLOCK] = staged;
      chunk_x[l] = chunk_y[l] = chunk_z[l] = 0;
      chunk_x[l + GT_BLOCK] = chunk_y[l + GT_BLOCK] = chunk_z[l + GT_BLOCK] = 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      GT_UNROLL_AS_CHOSEN
      for (uint step = 0; step < GT_BLOCK; ++step) {
        const gt_staged_body body_j = chunk_j[l + step];
        gt_real jx = 0, jy = 0, jz = 0, jw = 0;
#pragma unroll
        for (uint k = 0; k < GT_PER_ITEM; ++k)
          GT_ADD_PAIR(body_i[k], body_j, ax[k], ay[k], az[k], w[k], jx, jy, jz, jw);
        chunk_x[l + step] += jx;
        chunk_y[l + step] += jy;
        chunk_z[l + step] += jz;
        if (GT_POTENTIAL) chunk_w[l + step] += jw;
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      /* A tile meets itself in both orders, so its i side already has the whole sum. */
      if ((GT_TARGETS || chunk / GT_PER_ITEM != start.tile) && j < n)
        add_sums(sums, j, chunk_x[l] + chunk_x[l + GT_BLOCK], chunk_y[l] + chunk_y[l + GT_BLOCK],
                 chunk_z[l] + chunk_z[l + GT_BLOCK], chunk_w[l] + chunk_w[l + GT_BLOCK]);
      chunk_w[l] = chunk_w[l + GT_BLOCK] = 0;
      chunk = chunk + 1 == gt_symmetric_chunks(&ring) ? 0 : chunk + 1;
    }
#pragma unroll
    for (uint k = 0; k < GT_PER_ITEM; ++k) {
      const uint i = first_i + k * GT_BLOCK;
      if (i < GT_END_I) add_sums(sums, i, ax[k], ay[k], az[k], w[k]);
    }
  }
}
