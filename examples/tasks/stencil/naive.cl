// Reads all seven points from global memory.
__kernel void stencil(int nx, int ny, int nz, float c, __global const float* u, __global float* v) {
  const int x = get_global_id(0), y = get_global_id(1), plane = nx * ny;
  if (x >= nx || y >= ny) return;
  for (int z = 0; z < nz; z++) {
    const int k = z * plane + y * nx + x;
    if (x == 0 || x == nx - 1 || y == 0 || y == ny - 1 || z == 0 || z == nz - 1)
      v[k] = u[k];
    else
      v[k] = u[k] + c * (u[k - 1] + u[k + 1] + u[k - nx] + u[k + nx] + u[k - plane] + u[k + plane] -
                         6 * u[k]);
  }
}
