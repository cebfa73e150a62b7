// Loads of four numbers, a tree in shared memory, one atomic addition for each block.
__global__ void sum_of(int n, const float* x, float* sum) {
  __shared__ float part[GT_BLOCK];
  const int me = threadIdx.x, first = blockIdx.x * GT_BLOCK + me, stride = gridDim.x * GT_BLOCK;
  float own = 0;
  for (int i = first; i < n / 4; i += stride) {
    const float4 four = ((const float4*)x)[i];
    own += (four.x + four.y) + (four.z + four.w);
  }
  for (int i = n / 4 * 4 + first; i < n; i += stride) own += x[i];
  part[me] = own;
  for (int half_of = GT_BLOCK / 2; half_of > 0; half_of /= 2) {
    __syncthreads();
    if (me < half_of) part[me] += part[me + half_of];
  }
  if (me == 0) atomicAdd(sum, part[0]);
}
