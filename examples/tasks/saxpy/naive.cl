// A thread has four elements side by side.
__kernel void saxpy(int n, float a, __global const float* x, __global float* y) {
  const int first = 4 * get_global_id(0);
  for (int i = first; i < first + 4 && i < n; i++) y[i] += a * x[i];
}
