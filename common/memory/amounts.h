/* Work of the family "memory" per element; one text for C++ and OpenCL C: see
 * common/memory/family.hpp. */
#ifndef GPUTEST_MEMORY_AMOUNTS_H
#define GPUTEST_MEMORY_AMOUNTS_H

#define GT_MEMORY_PARTS 1024 /* partial sums of a dot product, at most */

#define GT_MEMORY_SHARED_READS 64 /* of elements that all threads read simultaneously */
#define GT_MEMORY_MIX 0x9E3779B1u /* odd; numbers are multiplied by it after each read */

#define GT_MEMORY_TILE 2048       /* elements in shared memory */
#define GT_MEMORY_TILE_READS 256  /* reads of them per thread */
#define GT_MEMORY_TILE_STEP 33    /* elements between two reads; odd, so that banks change */
#define GT_MEMORY_TILE_THREADS 64 /* threads at this distance read the same elements */

#define GT_MEMORY_ADDS 16    /* atomic additions per thread */
#define GT_MEMORY_ADDENDS 64 /* the numbers to add; each thread takes some consecutive ones */

#endif
