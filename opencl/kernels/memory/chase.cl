/* gputest kernel: memory_chase
 *   summary    = one item follows a ring of indices: each load waits for the one before
 *   source     = lat_mem_rd: McVoy and Staelin 1996, lmbench, USENIX Technical Conference
 *   layouts    = row_major
 *   precisions = fp32
 *   blocks     = 64
 *   launch     = groups
 *   access     = chase
 *
 * One item of one group; each load depends on the one before. */
__kernel void memory_chase(__global const uint* restrict next, __global uint* restrict end,
                           const uint hops) {
  if (get_global_id(0) != 0) return;
  uint i = 0, sum = 0;
  for (uint hop = 0; hop < hops; ++hop) {
    i = next[i];
    sum += i + 1;
  }
  end[0] = i;
  end[1] = sum;
}
