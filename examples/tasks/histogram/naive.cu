// Atomic additions in global memory.
__global__ void histogram(int n, const unsigned char* x, unsigned int* count) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&count[x[i]], 1u);
}
