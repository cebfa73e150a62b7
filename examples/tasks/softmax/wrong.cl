// Does not subtract the maximum: exp(x) overflows if x is above 88.
__kernel void softmax(int w, int rows, __global const float* x, __global float* y) {
  __local float part[GT_BLOCK];
  const int first = w * get_group_id(0), me = get_local_id(0);
  float sum = 0;
  for (int i = me; i < w; i += GT_BLOCK) sum += exp(x[first + i]);
  part[me] = sum;
  for (int half_of = GT_BLOCK / 2; half_of > 0; half_of /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (me < half_of) part[me] += part[me + half_of];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = me; i < w; i += GT_BLOCK) y[first + i] = exp(x[first + i]) / part[0];
}
