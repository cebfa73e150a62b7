// A thread loads its four elements at once.
__global__ void saxpy(int n, float a, const float* x, float* y) {
  const int first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (first + 4 <= n) {
    const float4 p = *(const float4*)(x + first);
    float4 q = *(const float4*)(y + first);
    q.x += a * p.x;
    q.y += a * p.y;
    q.z += a * p.z;
    q.w += a * p.w;
    *(float4*)(y + first) = q;
  } else {
    for (int i = first; i < n; i++) y[i] += a * x[i];
  }
}
