// A group counts in local memory and loads four bytes at once.
__kernel void histogram(int n, __global const uchar* x, __global uint* count) {
  __local uint own[256];
  const int me = get_local_id(0), first = get_global_id(0), stride = get_global_size(0);
  own[me] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = first; i < n / 4; i += stride) {
    const uchar4 four = vload4(i, x);
    atomic_inc(&own[four.x]);
    atomic_inc(&own[four.y]);
    atomic_inc(&own[four.z]);
    atomic_inc(&own[four.w]);
  }
  for (int i = n / 4 * 4 + first; i < n; i += stride) atomic_inc(&own[x[i]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&count[me], own[me]);
}
