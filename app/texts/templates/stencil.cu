/* gputest kernel: stencil_template
 *   summary    = one cell per thread, its neighbours from global memory
 *   layouts    = row_major
 *   precisions = fp32 fp64
 *   blocks     = 128 64 256
 */

/* An inner cell becomes c0 times itself plus c1 times the sum of its six neighbours; a cell on a
 * face does not change. */
extern "C" __global__ void stencil_template(const gt_real* cells, gt_real* updated, unsigned nx,
                                            unsigned ny, unsigned nz, gt_real c0, gt_real c1) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned plane = nx * ny;
  if (i >= plane * nz) return; /* the last block may have more threads than needed */
  const unsigned row = i / nx;
  const unsigned x = i - row * nx, z = row / ny, y = row - z * ny;
  gt_real value = cells[i];
  if (x > 0 && x + 1 < nx && y > 0 && y + 1 < ny && z > 0 && z + 1 < nz)
    value = c0 * value + c1 * (cells[i - 1] + cells[i + 1] + cells[i - nx] + cells[i + nx] +
                               cells[i - plane] + cells[i + plane]);
  updated[i] = value;
}
