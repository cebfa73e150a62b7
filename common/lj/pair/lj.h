/* Lennard-Jones in reduced units (epsilon = sigma = 1): u(r) = 4 (r^-12 - r^-6). No parameters. */
GT_FN gt_pair_value gt_pair_lj(gt_real r2, gt_real inverse_r2, gt_real p0, gt_real p1, gt_real p2,
                               gt_real shift) {
  gt_pair_value pair;
  const gt_real inverse_r6 = inverse_r2 * inverse_r2 * inverse_r2;
  const gt_real repulsion = (gt_real)48 * inverse_r6 - (gt_real)24;
  (void)r2, (void)p0, (void)p1, (void)p2;
  pair.force_over_r = repulsion * (inverse_r6 * inverse_r2);
  pair.energy = (gt_real)4 * inverse_r6 * (inverse_r6 - (gt_real)1) - shift;
  return pair;
}
