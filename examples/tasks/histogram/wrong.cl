// The counters are never set to 0.
__kernel void histogram(int n, __global const uchar* x, __global uint* count) {
  __local uint own[256];
  const int me = get_local_id(0);
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) atomic_inc(&own[x[i]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&count[me], own[me]);
}
