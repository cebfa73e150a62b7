// Atomic additions in global memory.
__kernel void histogram(int n, __global const uchar* x, __global uint* count) {
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) atomic_inc(&count[x[i]]);
}
