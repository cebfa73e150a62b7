// Loads of four numbers, a tree in local memory, one atomic addition for each group.
// OpenCL 1.2 has no atomic addition of floats.
void add(volatile __global float* to, float value) {
  union {
    uint bits;
    float number;
  } old, new;
  do {
    old.number = *to;
    new.number = old.number + value;
  } while (atomic_cmpxchg((volatile __global uint*)to, old.bits, new.bits) != old.bits);
}

__kernel void sum_of(int n, __global const float* x, __global float* sum) {
  __local float part[GT_BLOCK];
  const int me = get_local_id(0), first = get_global_id(0), stride = get_global_size(0);
  float4 own = 0;
  for (int i = first; i < n / 4; i += stride) own += vload4(i, x);
  for (int i = n / 4 * 4 + first; i < n; i += stride) own.x += x[i];
  part[me] = own.x + own.y + own.z + own.w;
  for (int half_of = GT_BLOCK / 2; half_of > 0; half_of /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (me < half_of) part[me] += part[me + half_of];
  }
  if (me == 0) add(sum, part[0]);
}
