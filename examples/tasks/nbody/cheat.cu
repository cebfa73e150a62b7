// Leaves out distant bodies, each of which pulls little.
__global__ void nbody(int n, float eps2, const float3* pos, const float* mass, float3* acc) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float3 own = pos[i];
  float3 sum = {0, 0, 0};
  for (int j = 0; j < n; j++) {
    const float x = pos[j].x - own.x, y = pos[j].y - own.y, z = pos[j].z - own.z;
    const float r2 = x * x + y * y + z * z + eps2;
    if (r2 > 4) continue;
    const float f = mass[j] / (r2 * sqrtf(r2));
    sum.x += f * x;
    sum.y += f * y;
    sum.z += f * z;
  }
  acc[i] = sum;
}
