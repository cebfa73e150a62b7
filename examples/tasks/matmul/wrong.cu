// The last tile of A is not filled up with 0, but with the next row. Multiples of 16 are right.
__global__ void matmul(int n, const float* a, const float* b, float* c) {
  __shared__ float ta[64][16], tb[16][64];
  const int u = threadIdx.x, v = threadIdx.y, row = 64 * blockIdx.y, column = 64 * blockIdx.x;
  float sum[4][4] = {{0}};
  for (int first = 0; first < n; first += 16) {
    for (int r = v; r < 64; r += 16)
      ta[r][u] = row + r < n ? a[min((row + r) * n + first + u, n * n - 1)] : 0;
    for (int s = u; s < 64; s += 16)
      tb[v][s] = column + s < n ? b[min((first + v) * n + column + s, n * n - 1)] : 0;
    __syncthreads();
    for (int k = 0; k < 16; k++)
      for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) sum[i][j] += ta[v + 16 * i][k] * tb[k][u + 16 * j];
    __syncthreads();
  }
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      if (row + v + 16 * i < n && column + u + 16 * j < n)
        c[(row + v + 16 * i) * n + column + u + 16 * j] = sum[i][j];
}
