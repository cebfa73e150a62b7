// Eight threads have a row, and add their parts in shared memory.
__global__ void spmv(int rows, const int* skew, const int* column, const float* value,
                     const float* x, float* y) {
  __shared__ float part[GT_BLOCK];
  const int me = threadIdx.x, lane = me % 8, r = (blockIdx.x * blockDim.x + threadIdx.x) / 8;
  float sum = 0;
  if (r < rows)
    for (int k = 16 * r + skew[r] + lane; k < 16 * (r + 1) + skew[r + 1]; k += 8)
      sum += value[k] * x[column[k]];
  part[me] = sum;
  for (int half_of = 4; half_of > 0; half_of /= 2) {
    __syncthreads();
    if (lane < half_of) part[me] += part[me + half_of];
  }
  if (r < rows && lane == 0) y[r] = part[me];
}
