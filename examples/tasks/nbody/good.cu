// A tile of bodies in shared memory, and 1/sqrt in one instruction.
__global__ void nbody(int n, float eps2, const float3* pos, const float* mass, float3* acc) {
  __shared__ float4 tile[GT_BLOCK];
  const int i = blockIdx.x * GT_BLOCK + threadIdx.x, me = threadIdx.x;
  const float3 own = pos[i < n ? i : n - 1];
  float3 sum = {0, 0, 0};
  for (int first = 0; first < n; first += GT_BLOCK) {
    __syncthreads();
    if (first + me < n) {
      const float3 at = pos[first + me];
      tile[me] = make_float4(at.x, at.y, at.z, mass[first + me]);
    }
    __syncthreads();
    for (int j = 0; j < GT_BLOCK && first + j < n; j++) {
      const float x = tile[j].x - own.x, y = tile[j].y - own.y, z = tile[j].z - own.z;
      const float s = rsqrtf(x * x + y * y + z * z + eps2), f = tile[j].w * s * s * s;
      sum.x += f * x;
      sum.y += f * y;
      sum.z += f * z;
    }
  }
  if (i < n) acc[i] = sum;
}
