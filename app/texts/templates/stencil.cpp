/* gputest kernel: stencil_template
 *   summary    = plane after plane, threads over planes
 *   layouts    = row_major
 *   precisions = fp32 fp64
 */

/* An inner cell becomes c0 times itself plus c1 times the sum of its six neighbours; a cell on a
 * face does not change. */
extern "C" void stencil_template(const gt_real* cells, gt_real* updated, unsigned nx, unsigned ny,
                                 unsigned nz, gt_real c0, gt_real c1) {
  const unsigned plane = nx * ny;
#pragma omp parallel for
  for (unsigned z = 0; z < nz; ++z)
    for (unsigned y = 0; y < ny; ++y)
      for (unsigned x = 0; x < nx; ++x) {
        const unsigned i = z * plane + y * nx + x;
        gt_real value = cells[i];
        if (x > 0 && x + 1 < nx && y > 0 && y + 1 < ny && z > 0 && z + 1 < nz)
          value = c0 * value + c1 * (cells[i - 1] + cells[i + 1] + cells[i - nx] + cells[i + nx] +
                                     cells[i - plane] + cells[i + plane]);
        updated[i] = value;
      }
}
