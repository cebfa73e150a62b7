// Reads along rows, writes along columns.
__global__ void transpose(int w, int h, const float* a, float* b) {
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < w && y < h) b[x * h + y] = a[y * w + x];
}
