// A thread has 16 numbers of C, 16 rows and columns apart, and reads A and B from global memory.
__global__ void matmul(int n, const float* a, const float* b, float* c) {
  const int row = 64 * blockIdx.y, column = 64 * blockIdx.x;
  for (int i = row + threadIdx.y; i < n && i < row + 64; i += 16)
    for (int j = column + threadIdx.x; j < n && j < column + 64; j += 16) {
      float sum = 0;
      for (int k = 0; k < n; k++) sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}
