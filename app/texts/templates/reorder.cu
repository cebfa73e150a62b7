/* gputest kernel: reorder_template
 *   summary    = one element per thread, read in order and written to its new place
 *   layouts    = row_major
 *   precisions = fp32
 *   blocks     = 256 64
 *   order      = permuted
 */

/* Elements have GT_ELEMENT bytes. */
#if GT_ELEMENT == 1
typedef unsigned char element_t;
#elif GT_ELEMENT == 2
typedef unsigned short element_t;
#elif GT_ELEMENT == 4
typedef unsigned element_t;
#elif GT_ELEMENT == 8
typedef unsigned long long element_t;
#else
typedef uint4 element_t;
#endif

/* The index of element i along dimension k of the source is the k-th digit of i in the mixed base
 * of the extents. The strides `to` turn the indices into its new place. */
extern "C" __global__ void reorder_template(const element_t* source, element_t* reordered,
                                            unsigned n, unsigned extent0, unsigned extent1,
                                            unsigned extent2, unsigned extent3, unsigned extent4,
                                            unsigned extent5, unsigned to0, unsigned to1,
                                            unsigned to2, unsigned to3, unsigned to4, unsigned to5,
                                            unsigned slant, unsigned back) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return; /* the last block may have more threads than needed */
  const unsigned extent[6] = {extent0, extent1, extent2, extent3, extent4, extent5};
  const unsigned to[6] = {to0, to1, to2, to3, to4, to5};
  unsigned place = 0, left = i;
  for (int k = 0; k < 6; ++k) {
    place += left % extent[k] * to[k];
    left /= extent[k];
  }
  reordered[place] = source[i];
}
