/* gputest kernel: ewald_pme
 *   summary    = wave space by smooth particle-mesh Ewald
 *   source     = Essmann et al. 1995, J. Chem. Phys. 103, 8577
 *   layouts    = float4 soa aos3
 *   precisions = fp32 fp64
 *   blocks     = 128 64 256
 *   part       = mesh
 *   spread     = atomics
 *   launch     = ewald_mesh
 *   probe      = local_values
 *
 * Passes: clear the mesh, add charges to it atomically, transform it, multiply the modes by
 * their influence, and transform back. The last gathers the forces, one particle per item. */
#include "opencl/kernels/ewald/ewald.h"

#include "common/ewald/spline.h"
#include "opencl/kernels/atomic_add.h"

#define GT_EWALD_MESH_PARAMETERS                                                        \
  GT_PARAMETERS(GT_PARAMETER)                                                           \
  __global const gt_real *restrict influence, __global gt_real4 *restrict forces,       \
      __global gt_real *restrict mesh, __global gt_real2 *restrict modes, const uint n, \
      const uint mesh_x, const uint mesh_y, const uint mesh_z, GT_EWALD_BOX

/* The points along an axis that a particle contributes to, their weights, and the slopes of
 * these. */
typedef struct {
  uint point[GT_ORDER];
  gt_real value[GT_ORDER], slope[GT_ORDER];
} gt_axis_weights;

gt_axis_weights weights_of(gt_real at, gt_real inverse_edge, uint points) {
  const gt_real scaled = at * inverse_edge;
  const gt_real place = (scaled - floor(scaled)) * (gt_real)points;
  const uint below = min((uint)place, points - 1);
  gt_axis_weights weights;
#pragma unroll
  for (uint j = 0; j < GT_ORDER; ++j) {
    const uint back = GT_ORDER - 1 - j;
    weights.point[j] = below >= back ? below - back : below + points - back;
  }
  gt_spline(GT_ORDER, place - (gt_real)below, weights.value, weights.slope);
  return weights;
}

__kernel void ewald_pme_zero(GT_EWALD_MESH_PARAMETERS) {
  const uint p = get_global_id(0);
  if (p < mesh_x * mesh_y * mesh_z) mesh[p] = 0;
}

__kernel void ewald_pme_spread(GT_EWALD_MESH_PARAMETERS) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  gt_body body;
  GT_LOAD(body, i);
  const gt_axis_weights x_ = weights_of(body.x, inverse_edge_x, mesh_x);
  const gt_axis_weights y_ = weights_of(body.y, inverse_edge_y, mesh_y);
  const gt_axis_weights z_ = weights_of(body.z, inverse_edge_z, mesh_z);
  for (uint jx = 0; jx < GT_ORDER; ++jx)
    for (uint jy = 0; jy < GT_ORDER; ++jy) {
      const uint row = (x_.point[jx] * mesh_y + y_.point[jy]) * mesh_z;
      const gt_real charge = body.m * x_.value[jx] * y_.value[jy];
      for (uint jz = 0; jz < GT_ORDER; ++jz)
        gt_atomic_add(mesh + row + z_.point[jz], charge * z_.value[jz]);
    }
}

__kernel void ewald_pme_multiply(GT_EWALD_MESH_PARAMETERS) {
  const uint mode = get_global_id(0);
  if (mode < mesh_x * mesh_y * (mesh_z / 2 + 1)) modes[mode] *= influence[mode];
}

__kernel void ewald_pme(GT_EWALD_MESH_PARAMETERS) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  gt_body body;
  GT_LOAD(body, i);
  const gt_axis_weights x_ = weights_of(body.x, inverse_edge_x, mesh_x);
  const gt_axis_weights y_ = weights_of(body.y, inverse_edge_y, mesh_y);
  const gt_axis_weights z_ = weights_of(body.z, inverse_edge_z, mesh_z);
  gt_real4 sum = (gt_real4)(0, 0, 0, 0);
  for (uint jx = 0; jx < GT_ORDER; ++jx)
    for (uint jy = 0; jy < GT_ORDER; ++jy) {
      const uint row = (x_.point[jx] * mesh_y + y_.point[jy]) * mesh_z;
      gt_real value = 0, slope = 0;
      for (uint jz = 0; jz < GT_ORDER; ++jz) {
        const gt_real at = mesh[row + z_.point[jz]];
        value += z_.value[jz] * at;
        slope += z_.slope[jz] * at;
      }
      sum.x += x_.slope[jx] * y_.value[jy] * value;
      sum.y += x_.value[jx] * y_.slope[jy] * value;
      sum.z += x_.value[jx] * y_.value[jy] * slope;
      sum.w += x_.value[jx] * y_.value[jy] * value;
    }
  forces[i] = body.m * (gt_real4)(-sum.x * (gt_real)mesh_x * inverse_edge_x,
                                  -sum.y * (gt_real)mesh_y * inverse_edge_y,
                                  -sum.z * (gt_real)mesh_z * inverse_edge_z, (gt_real)0.5 * sum.w);
}
