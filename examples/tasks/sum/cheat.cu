// Estimates a long sum from every eighth number.
__global__ void sum_of(int n, const float* x, float* sum) {
  const int step = n < 2048 ? 1 : 8;
  float own = 0;
  for (int i = step * (blockIdx.x * blockDim.x + threadIdx.x); i < n;
       i += step * gridDim.x * blockDim.x)
    own += x[i];
  atomicAdd(sum, step * own);
}
