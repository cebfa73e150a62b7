/* gputest kernel: reorder_template
 *   summary    = one element after the other, read in order and written to its new place
 *   layouts    = row_major
 *   precisions = fp32
 *   order      = permuted
 */

/* Elements have GT_ELEMENT bytes. */
struct element_t {
  unsigned char bytes[GT_ELEMENT];
};

/* The index of element i along dimension k of the source is the k-th digit of i in the mixed base
 * of the extents. The strides `to` turn the indices into its new place. */
extern "C" void reorder_template(const element_t* source, element_t* reordered, unsigned n,
                                 unsigned extent0, unsigned extent1, unsigned extent2,
                                 unsigned extent3, unsigned extent4, unsigned extent5, unsigned to0,
                                 unsigned to1, unsigned to2, unsigned to3, unsigned to4,
                                 unsigned to5, unsigned slant, unsigned back) {
  const unsigned extent[6] = {extent0, extent1, extent2, extent3, extent4, extent5};
  const unsigned to[6] = {to0, to1, to2, to3, to4, to5};
#pragma omp parallel for
  for (unsigned i = 0; i < n; ++i) {
    unsigned place = 0, left = i;
    for (int k = 0; k < 6; ++k) {
      place += left % extent[k] * to[k];
      left /= extent[k];
    }
    reordered[place] = source[i];
  }
}
