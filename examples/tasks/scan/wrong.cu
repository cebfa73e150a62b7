// Each block begins at 0: the sums of the blocks before are missing.
__global__ void scan(int n, const int* x, int* sum) {
  const int first = 1024 * blockIdx.x;
  int own = 0;
  if (threadIdx.x > 0) return;
  for (int i = first; i < first + 1024 && i < n; i++) sum[i] = own += x[i];
}
