/* gputest kernel: stencil_template
 *   summary    = a cell per thread, its neighbours from global memory
 *   layouts    = row_major
 *   precisions = fp32 fp64
 *   blocks     = 128 64 256
 */

/* A cell inside becomes c0 times itself and c1 times the sum of its six neighbours; one on a face
 * stays as it is. */
extern "C" __global__ void stencil_template(const gt_real* cells, gt_real* updated, unsigned nx,
                                            unsigned ny, unsigned nz, gt_real c0, gt_real c1) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned plane = nx * ny;
  if (i >= plane * nz) return; /* the last block may have threads to spare */
  const unsigned row = i / nx;
  const unsigned x = i - row * nx, z = row / ny, y = row - z * ny;
  gt_real value = cells[i];
  if (x > 0 && x + 1 < nx && y > 0 && y + 1 < ny && z > 0 && z + 1 < nz)
    value = c0 * value + c1 * (cells[i - 1] + cells[i + 1] + cells[i - nx] + cells[i + nx] +
                               cells[i - plane] + cells[i + plane]);
  updated[i] = value;
}
