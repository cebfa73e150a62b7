/* Morse (1929, Phys. Rev. 34, 57): u(r) = d0 (e^(-2 alpha (r - r0)) - 2 e^(-alpha (r - r0))), with
 * p0 = d0, p1 = alpha, p2 = r0. */
GT_FN gt_pair_value gt_pair_morse(gt_real r2, gt_real inverse_r2, gt_real p0, gt_real p1,
                                  gt_real p2, gt_real shift) {
  gt_pair_value pair;
  const gt_real inverse_r = gt_sqrt(inverse_r2);
  const gt_real decay = gt_exp(p1 * (p2 - r2 * inverse_r));
  pair.force_over_r = (gt_real)2 * p0 * p1 * decay * (decay - (gt_real)1) * inverse_r;
  pair.energy = p0 * decay * (decay - (gt_real)2) - shift;
  return pair;
}
