/* gputest kernel: lj_cluster
 *   summary    = four i in every work-item's registers: an entry means four pairs
 *   source     = GROMACS, Pall and Hess 2013, Comput. Phys. Commun. 184, 2641; MD-Bench
 *   layouts    = float4 aos3 soa
 *   precisions = fp32 fp64
 *   blocks     = 128 64
 *   launch     = per_cluster
 *   lanes      = 32
 *   newton3    = off
 *   list       = clusters
 *
 * GT_LANES work-items have a cluster of GT_CLUSTER consecutive particles i, all of them in each
 * item's registers, and take the particles j in turn. A list entry means GT_CLUSTER pairs; those
 * beyond the cutoff cost arithmetic but no memory access (GROMACS, MD-Bench). */
#include "opencl/kernels/lj/lj.h"

#define GT_CLUSTER_SUMS (GT_SUMS * GT_CLUSTER)
#define GT_SHARES (GT_ENERGY ? 1 : 2)

/* The pairs of `other` with the cluster's particles, if the condition on the p-th holds. */
#define GT_ADD_CLUSTER(other, condition)                    \
  _Pragma("unroll") for (uint p = 0; p < GT_CLUSTER; ++p) { \
    GT_PAIR_IF(self[p], other, condition);                  \
    GT_ADD_PAIR(fx[p], fy[p], fz[p], energy[p], virial[p]); \
  }

__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void lj_cluster(GT_LJ_PARAMETERS) {
  __local gt_real sums[GT_CLUSTER_SUMS][GT_BLOCK + 1]; /* rows begin in other banks */
  __local gt_real shares[GT_BLOCK];
  const uint l = get_local_id(0);
  const uint lane = l % GT_LANES;
  const uint cluster = (get_group_id(0) * GT_BLOCK + l) / GT_LANES;
  const uint first = cluster * GT_CLUSTER;
  gt_body self[GT_CLUSTER];
  gt_real fx[GT_CLUSTER], fy[GT_CLUSTER], fz[GT_CLUSTER], energy[GT_CLUSTER], virial[GT_CLUSTER];
#pragma unroll
  for (uint p = 0; p < GT_CLUSTER; ++p) fx[p] = fy[p] = fz[p] = energy[p] = virial[p] = 0;
  if (first < n) {
#pragma unroll
    for (uint p = 0; p < GT_CLUSTER; ++p) GT_LOAD(self[p], first + p < n ? first + p : first);
    const uint end = starts[cluster + 1];
    /* At the first step the lanes below GT_CLUSTER take the cluster's own particles, which its list
     * leaves out. For the other lanes, k is the place of the next entry; it may wrap below 0 at
     * first. */
    uint k = starts[cluster] + lane - GT_CLUSTER;
    const int own = lane < GT_CLUSTER;
    const int some = own ? first + lane < n : k < end;
    const uint j = !some ? first : own ? first + lane : gt_load_once(entries + k);
    gt_body other;
    GT_LOAD(other, j);
    uint next = k + GT_LANES < end ? gt_load_once(entries + (k + GT_LANES)) : first;
    GT_ADD_CLUSTER(other, some && lane != p);
    for (k += GT_LANES; k < end; k += GT_LANES) {
      GT_LOAD(other, next);
      next = k + GT_LANES < end ? gt_load_once(entries + (k + GT_LANES)) : first;
      GT_ADD_CLUSTER(other, 1);
    }
  }
#pragma unroll
  for (uint p = 0; p < GT_CLUSTER; ++p) {
    sums[p][l] = fx[p];
    sums[GT_CLUSTER + p][l] = fy[p];
    sums[2 * GT_CLUSTER + p][l] = fz[p];
#if GT_ENERGY
    sums[3 * GT_CLUSTER + p][l] = energy[p];
    sums[4 * GT_CLUSTER + p][l] = virial[p];
#endif
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  /* GT_SHARES lanes work on each sum; each adds up its share. */
  const uint sum = lane % GT_CLUSTER_SUMS, share = lane / GT_CLUSTER_SUMS;
  __local const gt_real* const of_lanes = &sums[sum][l - lane + share * (GT_LANES / GT_SHARES)];
  gt_real total = 0;
  if (share < GT_SHARES) {
#pragma unroll
    for (uint t = 0; t < GT_LANES / GT_SHARES; ++t) total += of_lanes[t];
  }
  if (GT_SHARES == 2) {
    shares[l] = total;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (share == 0) total += shares[l + GT_CLUSTER_SUMS];
  }
  const uint i = first + sum % GT_CLUSTER;
  if (share == 0 && i < n) GT_STORE_SUM(GT_RESULT(i, sum / GT_CLUSTER), total);
}
