// The source of the code objects reverse_<target>.co, which hip/isa/tests/machine_test.cpp runs:
//   hipcc --genco -O3 --offload-arch=<target> reverse.hip -o bundle
//   clang-offload-bundler --unbundle --type=o --targets=hipv4-amdgcn-amd-amdhsa--<target> \
//     --inputs=bundle --outputs=reverse_<target>.co
#include <hip/hip_runtime.h>

/// Reverses each block's numbers and adds the original number to each.
extern "C" __global__ void reverse(const float* from, float* to, unsigned n) {
  __shared__ float numbers[128];
  const unsigned i = blockIdx.x * 128 + threadIdx.x;
  const float own = i < n ? from[i] : 0;
  numbers[threadIdx.x] = own;
  __syncthreads();
  if (i < n) to[i] = own + numbers[127 - threadIdx.x];
}

/// A barrier that the second wavefront does not reach.
extern "C" __global__ void leave(float* to) {
  if (threadIdx.x >= 64) return;
  __syncthreads();
  to[threadIdx.x] = 1;
}
