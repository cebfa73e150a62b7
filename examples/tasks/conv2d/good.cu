// A block keeps its tile, with a border of two pixels, and the filter in shared memory.
__global__ void conv2d(int w, int h, const float* image, const float* filter, float* result) {
  __shared__ float tile[20][20], weight[25];
  const int u0 = threadIdx.x, v0 = threadIdx.y, me = 16 * v0 + u0;
  const int x0 = 16 * blockIdx.x, y0 = 16 * blockIdx.y;
  for (int k = me; k < 400; k += 256) {
    const int p = x0 + k % 20 - 2, q = y0 + k / 20 - 2;
    tile[k / 20][k % 20] = p >= 0 && p < w && q >= 0 && q < h ? image[q * w + p] : 0;
  }
  if (me < 25) weight[me] = filter[me];
  __syncthreads();
  if (x0 + u0 >= w || y0 + v0 >= h) return;
  float sum = 0;
  for (int v = 0; v < 5; v++)
    for (int u = 0; u < 5; u++) sum += weight[5 * v + u] * tile[v0 + 4 - v][u0 + 4 - u];
  result[(y0 + v0) * w + x0 + u0] = sum;
}
