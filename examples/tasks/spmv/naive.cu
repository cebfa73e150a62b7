// A thread has a row: neighbours read values 16 places apart.
__global__ void spmv(int rows, const int* skew, const int* column, const float* value,
                     const float* x, float* y) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float sum = 0;
  for (int k = 16 * r + skew[r]; k < 16 * (r + 1) + skew[r + 1]; k++)
    sum += value[k] * x[column[k]];
  y[r] = sum;
}
