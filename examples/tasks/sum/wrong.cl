// Loads of four numbers, without the up to three numbers that remain.
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
  float4 own = 0;
  for (int i = get_global_id(0); i < n / 4; i += get_global_size(0)) own += vload4(i, x);
  add(sum, own.x + own.y + own.z + own.w);
}
