// Every thread computes the row's maximum and sum.
__global__ void softmax(int w, int rows, const float* x, float* y) {
  const int first = w * blockIdx.x, me = threadIdx.x;
  float most = x[first], sum = 0;
  if (me >= w) return;
  for (int i = 1; i < w; i++) most = fmaxf(most, x[first + i]);
  for (int i = 0; i < w; i++) sum += expf(x[first + i] - most);
  for (int i = me; i < w; i += GT_BLOCK) y[first + i] = expf(x[first + i] - most) / sum;
}
