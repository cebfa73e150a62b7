/* gputest kernel: memory_launch
 *   summary    = almost empty kernels, one after another: the launch overhead
 *   source     = gputest
 *   layouts    = row_major
 *   precisions = fp32
 *   blocks     = 64
 *   launch     = launches
 *   access     = launch
 *   launches   = *
 *   launched   = *
 *
 * Each adds 1 to the result of the one before; the first adds 1 to a given number. */
__kernel void memory_launch_empty(__global const uint* restrict a, __global uint* counts,
                                  const uint n) {}

__kernel void memory_launch(__global const uint* restrict a, __global uint* counts, const uint n) {
  const uint launch = get_global_offset(1);
  if (get_global_id(0) == 0) counts[0] = (launch == 0 ? a[0] : counts[0]) + 1;
}
