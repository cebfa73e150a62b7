// Reads along rows, writes along columns.
__kernel void transpose(int w, int h, __global const float* a, __global float* b) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x < w && y < h) b[x * h + y] = a[y * w + x];
}
