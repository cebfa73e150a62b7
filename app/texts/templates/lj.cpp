/* gputest kernel: lj_template
 *   summary    = one particle i after the other, threads over i
 *   layouts    = aos3 *
 *   precisions = fp32 fp64
 *   newton3    = off
 *   list       = csr
 *   pair       = lj
 */

/* The nearest image of a difference along an axis; inverse_edge is 0 if the axis is not periodic.
 */
static gt_real nearest(gt_real difference, gt_real edge, gt_real inverse_edge) {
  return difference - edge * std::rint(difference * inverse_edge);
}

/* The force on every particle i and, in w, half of the energies of its pairs; half of their
 * virials. The neighbours of i are entries[starts[i]] to entries[starts[i + 1] - 1]; some are
 * beyond the cutoff. */
extern "C" void lj_template(GT_PARAMETERS const unsigned* starts, const unsigned* entries,
                            gt_real4* forces, gt_real* virials, unsigned n, unsigned stride,
                            gt_real cutoff2, gt_real edge_x, gt_real edge_y, gt_real edge_z,
                            gt_real inverse_edge_x, gt_real inverse_edge_y, gt_real inverse_edge_z,
                            gt_real shift, gt_real pair_0, gt_real pair_1, gt_real pair_2) {
#pragma omp parallel for
  for (unsigned i = 0; i < n; ++i) {
    gt_body self;
    GT_LOAD(self, i);
    gt_real fx = 0, fy = 0, fz = 0, energy = 0, virial = 0;
    for (unsigned k = starts[i]; k < starts[i + 1]; ++k) {
      gt_body other;
      GT_LOAD(other, entries[k]);
      const gt_real dx = nearest(self.x - other.x, edge_x, inverse_edge_x);
      const gt_real dy = nearest(self.y - other.y, edge_y, inverse_edge_y);
      const gt_real dz = nearest(self.z - other.z, edge_z, inverse_edge_z);
      const gt_real r2 = dx * dx + dy * dy + dz * dz;
      if (r2 >= cutoff2) continue;
      const gt_real inverse_r2 = 1 / r2;
      const gt_real inverse_r6 = inverse_r2 * inverse_r2 * inverse_r2;
      /* u(r) = 4 (r^-12 - r^-6) and -u'(r)/r */
      const gt_real force_over_r = (48 * inverse_r6 - 24) * inverse_r6 * inverse_r2;
      fx += force_over_r * dx;
      fy += force_over_r * dy;
      fz += force_over_r * dz;
      energy += (4 * inverse_r6 * (inverse_r6 - 1) - shift) / 2;
      virial += force_over_r * r2 / 2;
    }
    forces[i] = {fx, fy, fz, energy};
    virials[i] = virial;
  }
}
