// One atomic addition for each thread.
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
  float own = 0;
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) own += x[i];
  add(sum, own);
}
