// Turns a tile in local memory, so reads and writes are along rows.
__kernel void transpose(int w, int h, __global const float* a, __global float* b) {
  __local float tile[16][17];  // the 17th column avoids bank conflicts
  const int u = get_local_id(0), v = get_local_id(1);
  const int x = 16 * get_group_id(0), y = 16 * get_group_id(1);
  if (x + u < w && y + v < h) tile[v][u] = a[(y + v) * w + x + u];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (x + v < w && y + u < h) b[(x + v) * h + y + u] = tile[u][v];
}
