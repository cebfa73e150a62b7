/* How much the kernels of the family "memory" do to an element, the same text for C++ and OpenCL C:
 * see common/memory/family.hpp. */
#ifndef GPUTEST_MEMORY_AMOUNTS_H
#define GPUTEST_MEMORY_AMOUNTS_H

#define GT_MEMORY_PARTS 1024 /* partial sums of a dot product, at most */

#define GT_MEMORY_SHARED_READS 64 /* of elements that all threads read at once */
#define GT_MEMORY_MIX 0x9E3779B1u /* odd; what a number is multiplied by after each of them */

#define GT_MEMORY_TILE 2048       /* elements in shared memory */
#define GT_MEMORY_TILE_READS 256  /* a thread's, of them */
#define GT_MEMORY_TILE_STEP 33    /* elements from one to the next; odd, so that banks change */
#define GT_MEMORY_TILE_THREADS 64 /* after so many, threads read the same */

#define GT_MEMORY_ADDS 16    /* atomic additions of a thread */
#define GT_MEMORY_ADDENDS 64 /* what they add, of which each thread takes some in a row */

#endif
