/* gputest kernel: memory_template
 *   summary    = c = a + factor b: two arrays read, one written
 *   layouts    = row_major
 *   precisions = fp32 fp64
 *   access     = triad
 */

/* A loop over the elements. `access` above names the family's task. */
extern "C" void memory_template(const gt_real* a, const gt_real* b, gt_real* c, unsigned n,
                                gt_real factor) {
#pragma omp parallel for
  for (unsigned i = 0; i < n; ++i) c[i] = a[i] + factor * b[i];
}
