// The bits of a float grow like a logarithm (Schraudolph 1999): an exponential with two digits.
float cheap(float x) { return as_float((int)(12102203 * x) + 1064866805); }
__kernel void softmax(int w, int rows, __global const float* x, __global float* y) {
  __local float part[GT_BLOCK];
  const int first = w * get_group_id(0), me = get_local_id(0);
  float most = x[first], sum = 0;
  for (int i = me; i < w; i += GT_BLOCK) most = fmax(most, x[first + i]);
  part[me] = most;
  for (int half_of = GT_BLOCK / 2; half_of > 0; half_of /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (me < half_of) part[me] = fmax(part[me], part[me + half_of]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  most = part[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = me; i < w; i += GT_BLOCK) sum += cheap(x[first + i] - most);
  part[me] = sum;
  for (int half_of = GT_BLOCK / 2; half_of > 0; half_of /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (me < half_of) part[me] += part[me + half_of];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = me; i < w; i += GT_BLOCK) y[first + i] = cheap(x[first + i] - most) / part[0];
}
