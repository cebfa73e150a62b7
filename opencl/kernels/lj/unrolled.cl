/* gputest kernel: lj_unrolled
 *   summary    = two work-items per particle i, four list entries in flight in each
 *   source     = lj_gpu
 *   layouts    = float4 aos3 soa
 *   precisions = fp32 fp64
 *   blocks     = 128 64 256
 *   launch     = per_particle
 *   lanes      = 2
 *   options    = -DGT_IN_FLIGHT=4
 *   newton3    = off
 *   list       = ell csr
 *
 * GT_IN_FLIGHT list entries at a time: all their positions are loaded before the first is used
 * (lj_gpu's later variants). There are two work-items per particle i, so that few particles keep
 * a GPU busy too. Each of the two has every second entry. They are half a work-group apart, so
 * that neighbouring work-items have neighbouring particles; their sums are added in local
 * memory. */
#include "opencl/kernels/lj/lj.h"

#define GT_PLACES (GT_BLOCK / 2)

__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void lj_unrolled(GT_LJ_PARAMETERS) {
  __local gt_real second[GT_SUMS][GT_PLACES];
  const uint l = get_local_id(0);
  const uint part = l / GT_PLACES, place = l % GT_PLACES;
  const uint i = get_group_id(0) * GT_PLACES + place;
  gt_real fx = 0, fy = 0, fz = 0, energy = 0, virial = 0;
  if (i < n) {
    gt_body self;
    GT_LOAD(self, i);
    GT_ROW(i);
    uint k = part;
    for (; k + 2 * (GT_IN_FLIGHT - 1) < count; k += 2 * GT_IN_FLIGHT) {
      gt_body other[GT_IN_FLIGHT];
#pragma unroll
      for (uint u = 0; u < GT_IN_FLIGHT; ++u) GT_LOAD(other[u], GT_ENTRY(k + 2 * u));
#pragma unroll
      for (uint u = 0; u < GT_IN_FLIGHT; ++u) {
        GT_PAIR(self, other[u]);
        GT_ADD_PAIR(fx, fy, fz, energy, virial);
      }
    }
    for (; k < count; k += 2) {
      gt_body other;
      GT_LOAD(other, GT_ENTRY(k));
      GT_PAIR(self, other);
      GT_ADD_PAIR(fx, fy, fz, energy, virial);
    }
  }
  if (part == 1) {
    second[0][place] = fx;
    second[1][place] = fy;
    second[2][place] = fz;
#if GT_ENERGY
    second[3][place] = energy;
    second[4][place] = virial;
#endif
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (part == 1 || i >= n) return;
  fx += second[0][place];
  fy += second[1][place];
  fz += second[2][place];
#if GT_ENERGY
  energy += second[3][place];
  virial += second[4][place];
#endif
  GT_STORE(i, fx, fy, fz, energy, virial);
}
