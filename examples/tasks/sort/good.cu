// A bitonic sort of the row (Batcher 1968) in shared memory, filled up with the largest key.
__global__ void sort(int n, int rows, const int* key, int* sorted) {
  __shared__ int row[1024];
  const int me = threadIdx.x, first = n * blockIdx.x;
  for (int i = me; i < 1024; i += GT_BLOCK) row[i] = i < n ? key[first + i] : 0x7FFFFFFF;
  for (int size = 2; size <= 1024; size *= 2)
    for (int step = size / 2; step > 0; step /= 2) {
      __syncthreads();
      for (int k = me; k < 512; k += GT_BLOCK) {
        const int i = k / step * 2 * step + k % step, left = row[i], right = row[i + step];
        if ((left > right) == ((i & size) == 0)) {
          row[i] = right;
          row[i + step] = left;
        }
      }
    }
  __syncthreads();
  for (int i = me; i < n; i += GT_BLOCK) sorted[first + i] = row[i];
}
