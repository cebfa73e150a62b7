/* Elements and arguments of the family reorder (common/reorder/family.hpp). Build option:
 * -DGT_ELEMENT=<bytes>; a kernel that moves several elements as one defines REORDER_BYTES. */
#ifndef GPUTEST_REORDER_H
#define GPUTEST_REORDER_H

#ifndef REORDER_BYTES
#define REORDER_BYTES GT_ELEMENT
#endif

#if REORDER_BYTES == 1
typedef uchar element_t;
#elif REORDER_BYTES == 2
typedef ushort element_t;
#elif REORDER_BYTES == 4
typedef uint element_t;
#elif REORDER_BYTES == 8
typedef ulong element_t;
#else
typedef uint4 element_t;
#endif

/* The scalars of every kernel. */
#define REORDER_ORDER                                                                           \
  const uint n, const uint extent0, const uint extent1, const uint extent2, const uint extent3, \
      const uint extent4, const uint extent5, const uint to0, const uint to1, const uint to2,   \
      const uint to3, const uint to4, const uint to5, const uint slant, const uint back

/* The place of element i of a walk: the sum over the six dimensions of its index times the stride.
 * Unused dimensions have extent 1. */
inline uint place_in_walk(uint i, const uint* extent, const uint* stride) {
  uint place = 0;
#if !defined(POCL_DEVICE_ADDRESS_BITS) /* PoCL 6 with LLVM 18 aborts if this loop is unrolled */
#pragma unroll
#endif
  for (int k = 0; k < 6; ++k) {
    if (extent[k] == 1) continue;
    const uint rest = i / extent[k];
    place += (i - rest * extent[k]) * stride[k];
    i = rest;
  }
  return place;
}

#endif
