/* gputest kernel: gravity_template
 *   summary    = one body i per thread, every j from global memory
 *   layouts    = float4 *
 *   precisions = fp32 fp64
 *   blocks     = 128 64 256
 */

/* The acceleration of body i and, in w, the sum of m/r over all other bodies. */
extern "C" __global__ void gravity_template(GT_PARAMETERS gt_real4* sums, unsigned n,
                                            gt_real eps2) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return; /* the last block may have more threads than needed */
  gt_body self;
  GT_LOAD(self, i);
  gt_real ax = 0, ay = 0, az = 0, w = 0;
  for (unsigned j = 0; j < n; ++j) {
    gt_body other;
    GT_LOAD(other, j);
    const gt_real dx = other.x - self.x, dy = other.y - self.y, dz = other.z - self.z;
    const gt_real r2 = dx * dx + dy * dy + dz * dz + eps2;
    /* Without softening, a body must not act on itself, at distance 0. */
    const gt_real inverse_r = GT_UNSOFTENED && r2 == 0 ? (gt_real)0 : gt_rsqrt(r2);
    const gt_real over_r = other.m * inverse_r;
    const gt_real over_r3 = over_r * inverse_r * inverse_r;
    ax += over_r3 * dx;
    ay += over_r3 * dy;
    az += over_r3 * dz;
    if (GT_POTENTIAL) w += over_r;
  }
  sums[i] = {ax, ay, az, w};
}
