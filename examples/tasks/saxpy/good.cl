// A thread loads its four elements at once.
__kernel void saxpy(int n, float a, __global const float* x, __global float* y) {
  const int first = 4 * get_global_id(0);
  if (first + 4 <= n)
    vstore4(a * vload4(0, x + first) + vload4(0, y + first), 0, y + first);
  else
    for (int i = first; i < n; i++) y[i] += a * x[i];
}
