// Every work-item computes the row's maximum and sum.
__kernel void softmax(int w, int rows, __global const float* x, __global float* y) {
  const int first = w * get_group_id(0), me = get_local_id(0);
  float most = x[first], sum = 0;
  if (me >= w) return;
  for (int i = 1; i < w; i++) most = fmax(most, x[first + i]);
  for (int i = 0; i < w; i++) sum += exp(x[first + i] - most);
  for (int i = me; i < w; i += GT_BLOCK) y[first + i] = exp(x[first + i] - most) / sum;
}
