// Trees in shared memory for maximum and sum.
__global__ void softmax(int w, int rows, const float* x, float* y) {
  __shared__ float part[GT_BLOCK];
  const int first = w * blockIdx.x, me = threadIdx.x;
  float most = x[first], sum = 0;
  for (int i = me; i < w; i += GT_BLOCK) most = fmaxf(most, x[first + i]);
  part[me] = most;
  for (int half_of = GT_BLOCK / 2; half_of > 0; half_of /= 2) {
    __syncthreads();
    if (me < half_of) part[me] = fmaxf(part[me], part[me + half_of]);
  }
  __syncthreads();
  most = part[0];
  __syncthreads();
  for (int i = me; i < w; i += GT_BLOCK) sum += expf(x[first + i] - most);
  part[me] = sum;
  for (int half_of = GT_BLOCK / 2; half_of > 0; half_of /= 2) {
    __syncthreads();
    if (me < half_of) part[me] += part[me + half_of];
  }
  __syncthreads();
  for (int i = me; i < w; i += GT_BLOCK) y[first + i] = expf(x[first + i] - most) / part[0];
}
