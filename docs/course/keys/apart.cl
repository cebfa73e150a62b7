/* gputest kernel: reorder_apart_key
 *   summary    = records of five numbers to five arrays, through local memory
 *   layouts    = row_major
 *   precisions = fp32
 *   blocks     = 160
 *   launch     = per_item
 *   order      = permuted
 *
 * A group has 32 records, one after the other in both memories. An item reads a number of one
 * record and writes a number of another, so each side checks that its record exists. */
#define COUNTED_AS element_t
#include "opencl/kernels/course/counted.h"
#include "opencl/kernels/reorder/reorder.h"

#define RECORDS 32
#define COMPONENTS 5

__kernel __attribute__((reqd_work_group_size(GT_BLOCK, 1, 1))) void reorder_apart_key(
    __global const element_t* restrict source, __global element_t* restrict reordered,
    REORDER_ORDER) {
  COUNTED_ITEM
  __local element_t records[RECORDS * COMPONENTS];
  const uint l = get_local_id(0), i = get_global_id(0);
  if (i < n) records[l] = COUNTED_READ(source, i);
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint component = l / RECORDS, of_group = l % RECORDS;
  const uint record = get_group_id(0) * RECORDS + of_group;
  if (record < extent1)
    COUNTED_WRITE(reordered, component * extent1 + record,
                  records[of_group * COMPONENTS + component]);
}
