/* gputest kernel: ewald_wave_direct
 *   summary    = wave space by direct sums: a Fourier transform and back
 *   source     = Ewald 1921; MDGRAPE-2: Susukita et al. 2003, CPC 155, 115
 *   layouts    = float4 soa aos3
 *   precisions = fp32 fp64
 *   blocks     = 128 64 256
 *   part       = wave
 *   launch     = ewald_wave
 *
 * Three passes: S of parts of the particles, with GT_WAVES waves per group; the amplitudes f S;
 * and the forces, one particle per item. */
#include "opencl/kernels/ewald/ewald.h"

#define GT_EWALD_WAVE_PARAMETERS                                                                 \
  GT_PARAMETERS(GT_PARAMETER)                                                                    \
  __global const gt_real4 *restrict waves, __global gt_real4 *restrict forces,                   \
      __global gt_real2 *restrict partial, __global gt_real2 *restrict amplitudes, const uint n, \
      const uint wave_count, const uint particles_per_part, GT_EWALD_BOX

gt_turned turned(gt_real4 wave, gt_body place) {
  return gt_turn(gt_fma(wave.x, place.x, gt_fma(wave.y, place.y, wave.z * place.z)));
}

__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void ewald_wave_direct_sums(
    GT_EWALD_WAVE_PARAMETERS) {
  __local gt_real2 sums[GT_WAVES][GT_BLOCK];
  const uint l = get_local_id(0);
  const uint first_wave = get_group_id(0) * GT_WAVES, part = get_group_id(1);
  const uint begin = part * particles_per_part;
  const uint end = begin + min(particles_per_part, n - begin);
  gt_real4 wave[GT_WAVES];
  gt_real2 sum[GT_WAVES];
#pragma unroll
  for (uint u = 0; u < GT_WAVES; ++u) {
    wave[u] = waves[min(first_wave + u, wave_count - 1)];
    sum[u] = (gt_real2)(0, 0);
  }
  for (uint i = begin + l; i < end; i += GT_BLOCK) {
    gt_body place;
    GT_LOAD(place, i);
    GT_EWALD_SCALE(place);
#pragma unroll
    for (uint u = 0; u < GT_WAVES; ++u) {
      const gt_turned at = turned(wave[u], place);
      sum[u] += place.m * (gt_real2)(at.cosine, at.sine);
    }
  }
#pragma unroll
  for (uint u = 0; u < GT_WAVES; ++u) sums[u][l] = sum[u];
  for (uint half_ = GT_BLOCK / 2; half_ > 0; half_ /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < half_) {
#pragma unroll
      for (uint u = 0; u < GT_WAVES; ++u) sums[u][l] += sums[u][l + half_];
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < GT_WAVES && first_wave + l < wave_count)
    partial[(size_t)part * wave_count + first_wave + l] = sums[l][0];
}

__kernel void ewald_wave_direct_amplitudes(GT_EWALD_WAVE_PARAMETERS) {
  const uint k = get_global_id(0);
  if (k >= wave_count) return;
  const uint parts = (n + particles_per_part - 1) / particles_per_part;
  gt_real2 sum = (gt_real2)(0, 0);
  for (uint p = 0; p < parts; ++p) sum += partial[(size_t)p * wave_count + k];
  amplitudes[k] = waves[k].w * sum;
}

__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void ewald_wave_direct(
    GT_EWALD_WAVE_PARAMETERS) {
  __local gt_real4 tile[GT_BLOCK];
  __local gt_real2 tile_amplitudes[GT_BLOCK];
  const uint i = get_global_id(0);
  const uint l = get_local_id(0);
  gt_body place;
  GT_LOAD(place, min(i, n - 1));
  GT_EWALD_SCALE(place);
  gt_real field_x = 0, field_y = 0, field_z = 0, potential = 0;
  for (uint first = 0; first < wave_count; first += GT_BLOCK) {
    const uint count = min((uint)GT_BLOCK, wave_count - first);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < count) {
      tile[l] = waves[first + l];
      tile_amplitudes[l] = amplitudes[first + l];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < count; ++k) {
      const gt_real4 wave = tile[k];
      const gt_real2 amplitude = tile_amplitudes[k];
      const gt_turned at = turned(wave, place);
      const gt_real slope = at.sine * amplitude.x - at.cosine * amplitude.y;
      field_x += wave.x * slope;
      field_y += wave.y * slope;
      field_z += wave.z * slope;
      potential += at.cosine * amplitude.x + at.sine * amplitude.y;
    }
  }
  if (i >= n) return;
  const gt_real turn = (gt_real)6.283185307179586 * place.m;
  forces[i] = (gt_real4)(turn * field_x * inverse_edge_x, turn * field_y * inverse_edge_y,
                         turn * field_z * inverse_edge_z, (gt_real)0.5 * place.m * potential);
}
