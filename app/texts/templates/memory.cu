/* gputest kernel: memory_template
 *   summary    = c = a + factor b: two arrays read, one written
 *   layouts    = row_major
 *   precisions = fp32 fp64
 *   blocks     = 256 64
 *   access     = triad
 */

/* One element per thread. `access` above names the family's task. */
extern "C" __global__ void memory_template(const gt_real* a, const gt_real* b, gt_real* c,
                                           unsigned n, gt_real factor) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + factor * b[i];
}
