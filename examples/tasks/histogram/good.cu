// A block counts in shared memory and loads four bytes at once.
__global__ void histogram(int n, const unsigned char* x, unsigned int* count) {
  __shared__ unsigned int own[256];
  const int me = threadIdx.x, first = blockIdx.x * 256 + me, stride = gridDim.x * 256;
  own[me] = 0;
  __syncthreads();
  for (int i = first; i < n / 4; i += stride) {
    const uchar4 four = ((const uchar4*)x)[i];
    atomicAdd(&own[four.x], 1u);
    atomicAdd(&own[four.y], 1u);
    atomicAdd(&own[four.z], 1u);
    atomicAdd(&own[four.w], 1u);
  }
  for (int i = n / 4 * 4 + first; i < n; i += stride) atomicAdd(&own[x[i]], 1u);
  __syncthreads();
  atomicAdd(&count[me], own[me]);
}
