// A thread has four numbers. A scan in shared memory adds the others of its block.
__global__ void scan(int n, const int* x, int* sum) {
  __shared__ int part[GT_BLOCK], earlier[GT_BLOCK];
  const int me = threadIdx.x, first = 1024 * blockIdx.x, mine = first + 4 * me;
  int before = 0;
  for (int i = me; i < first / 4; i += GT_BLOCK) {
    const int4 four = ((const int4*)x)[i];
    before += four.x + four.y + four.z + four.w;
  }
  earlier[me] = before;
  int own[4];
  for (int k = 0; k < 4; k++) own[k] = (k > 0 ? own[k - 1] : 0) + (mine + k < n ? x[mine + k] : 0);
  part[me] = own[3];
  __syncthreads();
  for (int step = 1; step < GT_BLOCK; step *= 2) {
    const int left = me >= step ? part[me - step] : 0;
    const int right = me + step < GT_BLOCK ? earlier[me + step] : 0;
    __syncthreads();
    part[me] += left;
    earlier[me] += right;  // in the end, earlier[0] is the sum of all blocks before
    __syncthreads();
  }
  const int base = earlier[0] + part[me] - own[3];
  for (int k = 0; k < 4 && mine + k < n; k++) sum[mine + k] = base + own[k];
}
