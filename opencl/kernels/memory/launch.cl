/* gputest kernel: memory_launch
 *   summary    = kernels that do next to nothing, one after another: what a launch costs
 *   source     = gputest
 *   layouts    = row_major
 *   precisions = fp32
 *   blocks     = 64
 *   launch     = launches
 *   access     = launch
 *   launches   = *
 *   launched   = *
 *
 * Each adds 1 to what the one before it left; the first to a number that is given. */
__kernel void memory_launch_empty(__global const uint* restrict a, __global uint* counts,
                                  const uint n) {}

__kernel void memory_launch(__global const uint* restrict a, __global uint* counts, const uint n) {
  const uint launch = get_global_offset(1);
  if (get_global_id(0) == 0) counts[0] = (launch == 0 ? a[0] : counts[0]) + 1;
}
