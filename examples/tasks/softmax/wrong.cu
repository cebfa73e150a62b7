// Does not subtract the maximum: exp(x) overflows if x is above 88.
__global__ void softmax(int w, int rows, const float* x, float* y) {
  __shared__ float part[GT_BLOCK];
  const int first = w * blockIdx.x, me = threadIdx.x;
  float sum = 0;
  for (int i = me; i < w; i += GT_BLOCK) sum += expf(x[first + i]);
  part[me] = sum;
  for (int half_of = GT_BLOCK / 2; half_of > 0; half_of /= 2) {
    __syncthreads();
    if (me < half_of) part[me] += part[me + half_of];
  }
  __syncthreads();
  for (int i = me; i < w; i += GT_BLOCK) y[first + i] = expf(x[first + i]) / part[0];
}
