// Tiles of A and B in local memory; a work-item has 4 × 4 numbers of C in registers.
__kernel void matmul(int n, __global const float* a, __global const float* b, __global float* c) {
  __local float ta[64][16], tb[16][64];
  const int u = get_local_id(0), v = get_local_id(1);
  const int row = 64 * get_group_id(1), column = 64 * get_group_id(0);
  float sum[4][4] = {{0}};
  for (int first = 0; first < n; first += 16) {
    for (int r = v; r < 64; r += 16)
      ta[r][u] = row + r < n && first + u < n ? a[(row + r) * n + first + u] : 0;
    for (int s = u; s < 64; s += 16)
      tb[v][s] = first + v < n && column + s < n ? b[(first + v) * n + column + s] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 16; k++)
      for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) sum[i][j] += ta[v + 16 * i][k] * tb[k][u + 16 * j];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      if (row + v + 16 * i < n && column + u + 16 * j < n)
        c[(row + v + 16 * i) * n + column + u + 16 * j] = sum[i][j];
}
