/* gputest kernel: reorder_apart
 *   summary    = records of five numbers to five arrays, read in order
 *   layouts    = row_major
 *   precisions = fp32
 *   blocks     = 160
 *   launch     = per_item
 *   order      = permuted
 *
 * For extent1 records of extent0 numbers, here five. Let a group read 32 records together, and
 * write 32 numbers of each component. */
#define COUNTED_AS element_t
#include "opencl/kernels/course/counted.h"
#include "opencl/kernels/reorder/reorder.h"

__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void reorder_apart(
    __global const element_t* restrict source, __global element_t* restrict reordered,
    REORDER_ORDER) {
  COUNTED_ITEM
  const uint i = get_global_id(0);
  if (i >= n) return;
  const uint record = i / extent0, component = i % extent0;
  COUNTED_WRITE(reordered, component * extent1 + record, COUNTED_READ(source, i));
}
