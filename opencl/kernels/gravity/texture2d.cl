/* gputest kernel: gravity_texture2d
 *   summary    = j from a 2D FLOAT_4 resource, the row pointer advanced as in the CAL kernel
 *   source     = CAL wiki, Aizu: the IL loop, lines 1 to 19
 *   layouts    = image2d
 *   precisions = fp32
 *   blocks     = 128 64 256
 *   launch     = per_item
 *
 * The CAL IL kernel of the Aizu wiki ("N体計算"), line by line. The bodies are in a 2D FLOAT_4
 * resource. A row pointer walks through it and goes to the start of the next row whenever the
 * counter is a multiple of the row's length. A 1D resource ended at 8192 bodies; this one takes
 * width x height.
 *
 * Names are the IL kernel's registers: r2.xy is the pointer into the resource, r4 this thread's
 * own body, r0 the body read, r100 the loop counter. r77.y is the length of a row. IL samples at
 * float coordinates that are exact integers; here they are integers. */
#include "opencl/kernels/gravity/gravity.h"

__constant sampler_t texel =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

__kernel void gravity_texture2d(__read_only image2d_t resource0, __global gt_real4* restrict sums,
                                const uint n, const gt_real eps2, const uint r77_y) {
  const uint i = get_global_id(0);
  const uint own = min(i, n - 1);
  const float4 r4 = read_imagef(resource0, texel, (int2)(own % r77_y, own / r77_y));
  float r3_x = 0, r3_y = 0, r3_z = 0, r3_w = 0;
  int2 r2 = (int2)(0, 0);
  uint r100 = 0;
  while (r100 < n) {                                     /* IL lines 1 to 3 */
    const float4 r0 = read_imagef(resource0, texel, r2); /* 4 */
    const gt_body other = {r0.x, r0.y, r0.z, r0.w};
    GT_ADD(r3_x, r3_y, r3_z, r3_w, r4, other); /* 5 to 12 */
    r2.x += 1;                                 /* 13 */
    r100 += 1;                                 /* 14 */
    if (r100 % r77_y == 0) {                   /* 15, 16 */
      r2.x = 0;                                /* 17: the mask r2.0y writes 0 to x */
      r2.y += 1;
    }
  }
  if (i < n) sums[i] = (gt_real4)(r3_x, r3_y, r3_z, r3_w);
}
