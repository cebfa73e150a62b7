// A tile of bodies in local memory, and 1/sqrt in one instruction.
__kernel void nbody(int n, float eps2, __global const float* pos, __global const float* mass,
                    __global float* acc) {
  __local float4 tile[GT_BLOCK];
  const int i = get_global_id(0), me = get_local_id(0);
  const float3 own = vload3(min(i, n - 1), pos);
  float3 sum = 0;
  for (int first = 0; first < n; first += GT_BLOCK) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (first + me < n) tile[me] = (float4)(vload3(first + me, pos), mass[first + me]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < GT_BLOCK && first + j < n; j++) {
      const float3 d = tile[j].xyz - own;
      const float s = rsqrt(dot(d, d) + eps2);
      sum += d * (tile[j].w * s * s * s);
    }
  }
  if (i < n) vstore3(sum, i, acc);
}
