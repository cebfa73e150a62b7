// A thread has four elements side by side.
__global__ void saxpy(int n, float a, const float* x, float* y) {
  const int first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  for (int i = first; i < first + 4 && i < n; i++) y[i] += a * x[i];
}
