// Eight work-items have a row, with at most two entries each. Longer rows are wrong.
__kernel void spmv(int rows, __global const int* skew, __global const int* column,
                   __global const float* value, __global const float* x, __global float* y) {
  __local float part[GT_BLOCK];
  const int me = get_local_id(0), lane = me % 8, r = get_global_id(0) / 8;
  float sum = 0;
  if (r < rows)
    for (int k = 16 * r + skew[r] + lane; k < 16 * r + skew[r] + 16; k += 8)
      if (k < 16 * (r + 1) + skew[r + 1]) sum += value[k] * x[column[k]];
  part[me] = sum;
  for (int half_of = 4; half_of > 0; half_of /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane < half_of) part[me] += part[me + half_of];
  }
  if (r < rows && lane == 0) y[r] = part[me];
}
