// A work-item has a row: neighbours read values 16 places apart.
__kernel void spmv(int rows, __global const int* skew, __global const int* column,
                   __global const float* value, __global const float* x, __global float* y) {
  const int r = get_global_id(0);
  if (r >= rows) return;
  float sum = 0;
  for (int k = 16 * r + skew[r]; k < 16 * (r + 1) + skew[r + 1]; k++)
    sum += value[k] * x[column[k]];
  y[r] = sum;
}
