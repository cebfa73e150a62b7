// A work-item has 16 numbers of C, 16 rows and columns apart, and reads A and B from global memory.
__kernel void matmul(int n, __global const float* a, __global const float* b, __global float* c) {
  const int row = 64 * get_group_id(1), column = 64 * get_group_id(0);
  for (int i = row + get_local_id(1); i < min(n, row + 64); i += 16)
    for (int j = column + get_local_id(0); j < min(n, column + 64); j += 16) {
      float sum = 0;
      for (int k = 0; k < n; k++) sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}
