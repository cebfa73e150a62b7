// Forgets to move the point below: it stays that of the first plane.
__global__ void stencil(int nx, int ny, int nz, float c, const float* u, float* v) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const int plane = nx * ny;
  if (x >= nx || y >= ny) return;
  const bool is_border = x == 0 || x == nx - 1 || y == 0 || y == ny - 1;
  int k = y * nx + x;
  float below = u[k], here = u[k];
  for (int z = 0; z < nz; z++, k += plane) {
    const float above = z + 1 < nz ? u[k + plane] : 0;
    if (is_border || z == 0 || z == nz - 1)
      v[k] = here;
    else
      v[k] = here + c * (u[k - 1] + u[k + 1] + u[k - nx] + u[k + nx] + below + above - 6 * here);
    here = above;
  }
}
