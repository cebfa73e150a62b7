// One atomic addition for each thread.
__global__ void sum_of(int n, const float* x, float* sum) {
  float own = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    own += x[i];
  atomicAdd(sum, own);
}
