// Every work-item reads all bodies from global memory.
__kernel void nbody(int n, float eps2, __global const float* pos, __global const float* mass,
                    __global float* acc) {
  const int i = get_global_id(0);
  if (i >= n) return;
  const float3 own = vload3(i, pos);
  float3 sum = 0;
  for (int j = 0; j < n; j++) {
    const float3 d = vload3(j, pos) - own;
    const float r2 = dot(d, d) + eps2;
    sum += d * (mass[j] / (r2 * sqrt(r2)));
  }
  vstore3(sum, i, acc);
}
