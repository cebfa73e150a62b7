// Estimates a long sum from every eighth number.
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
  const int step = n < 2048 ? 1 : 8;
  float own = 0;
  for (int i = step * get_global_id(0); i < n; i += step * get_global_size(0)) own += x[i];
  add(sum, step * own);
}
