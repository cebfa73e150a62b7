/* Yukawa, a screened Coulomb repulsion: u(r) = a e^(-kappa r) / r, with p0 = a, p1 = kappa. */
GT_FN gt_pair_value gt_pair_yukawa(gt_real r2, gt_real inverse_r2, gt_real p0, gt_real p1,
                                   gt_real p2, gt_real shift) {
  gt_pair_value pair;
  const gt_real inverse_r = gt_sqrt(inverse_r2);
  const gt_real energy = p0 * gt_exp(-(p1 * (r2 * inverse_r))) * inverse_r;
  (void)p2;
  pair.force_over_r = energy * (p1 + inverse_r) * inverse_r;
  pair.energy = energy - shift;
  return pair;
}
