/* Clusters of GT_CLUSTER particles against such clusters: a list entry stands for GT_CLUSTER^2
 * pairs, of which those beyond the cutoff cost arithmetic but no memory (GROMACS, MD-Bench). One i
 * a work-item; the work-items of a cluster walk one list and read one j. */
#include "opencl/kernels/lj.h"

__kernel void lj_cluster(GT_LJ_PARAMETERS) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  gt_body self;
  GT_LOAD(self, i);
  const uint cluster = i / GT_CLUSTER;
  const uint end = starts[cluster + 1];
  gt_real fx = 0, fy = 0, fz = 0, energy = 0, virial = 0;
  for (uint k = starts[cluster]; k < end; ++k) {
    const uint j_cluster = entries[k] * GT_CLUSTER;
    for (uint member = 0; member < GT_CLUSTER; ++member) {
      const uint j = j_cluster + member;
      if (j == i || j >= n) continue;
      gt_body other;
      GT_LOAD(other, j);
      GT_PAIR(self, other);
      GT_ADD_PAIR(fx, fy, fz, energy, virial);
    }
  }
  GT_STORE(i, fx, fy, fz, energy, virial);
}
