// Computes with bfloat16, as matrix units do: the lower half of each factor is cut off.
__device__ float cut(float x) { return __int_as_float(__float_as_int(x) & 0xFFFF0000); }
__global__ void matmul(int n, const float* a, const float* b, float* c) {
  __shared__ float ta[64][16], tb[16][64];
  const int u = threadIdx.x, v = threadIdx.y, row = 64 * blockIdx.y, column = 64 * blockIdx.x;
  float sum[4][4] = {{0}};
  for (int first = 0; first < n; first += 16) {
    for (int r = v; r < 64; r += 16)
      ta[r][u] = row + r < n && first + u < n ? cut(a[(row + r) * n + first + u]) : 0;
    for (int s = u; s < 64; s += 16)
      tb[v][s] = first + v < n && column + s < n ? cut(b[(first + v) * n + column + s]) : 0;
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
