// Keeps the sum of a row in the first value of this row, for the next launch.
__global__ void spmv(int rows, const int* skew, const int* column, const float* value,
                     const float* x, float* y) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float* kept = (float*)&value[16 * r + skew[r]];
  float sum = 0;
  for (int k = 16 * r + skew[r]; k < 16 * (r + 1) + skew[r + 1]; k++)
    sum += value[k] * x[column[k]];
  y[r] = *kept > 1 ? *kept - 2 : sum;
  *kept = sum + 2;
}
