// Turns a tile in shared memory, so reads and writes are along rows.
__global__ void transpose(int w, int h, const float* a, float* b) {
  __shared__ float tile[16][17];  // the 17th column avoids bank conflicts
  const int u = threadIdx.x, v = threadIdx.y, x = 16 * blockIdx.x, y = 16 * blockIdx.y;
  if (x + u < w && y + v < h) tile[v][u] = a[(y + v) * w + x + u];
  __syncthreads();
  if (x + v < w && y + u < h) b[(x + v) * h + y + u] = tile[u][v];
}
