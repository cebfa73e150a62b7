// The place of a key is the number of smaller keys: equal keys have the same place.
__global__ void sort(int n, int rows, const int* key, int* sorted) {
  __shared__ int row[1024];
  const int me = threadIdx.x, first = n * blockIdx.x;
  for (int i = me; i < n; i += GT_BLOCK) row[i] = key[first + i];
  __syncthreads();
  for (int i = me; i < n; i += GT_BLOCK) {
    int rank = 0;
    for (int j = 0; j < n; j++) rank += row[j] < row[i];
    sorted[first + rank] = row[i];
  }
}
