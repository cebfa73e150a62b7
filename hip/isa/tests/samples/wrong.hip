// The source of the code objects wrong_<target>.co, which hip/isa/tests/faults_test.cpp runs: kernels
// with one error each. Compile it like reverse.hip, with -gline-tables-only.
#include <hip/hip_runtime.h>

/// Two wavefronts exchange numbers through LDS without a barrier.
extern "C" __global__ void no_barrier(float* to) {
  __shared__ float numbers[256];
  numbers[threadIdx.x] = to[threadIdx.x];
  __builtin_amdgcn_wave_barrier();
  to[threadIdx.x] = numbers[255 - threadIdx.x];
}

/// The last thread reads an element of LDS that was never written.
extern "C" __global__ void beyond_the_tile(float* to) {
  __shared__ float numbers[257];
  numbers[threadIdx.x] = to[threadIdx.x];
  __syncthreads();
  to[threadIdx.x] = numbers[threadIdx.x + 1];
}

/// Reads an element of an array that was never written, and adds it.
extern "C" __global__ void beyond_the_input(const float* from, float* to) {
  to[threadIdx.x] = from[threadIdx.x] + from[threadIdx.x + 1];
}

/// Every block writes elements that the next one reads.
extern "C" __global__ void across_blocks(float* to) {
  const unsigned i = blockIdx.x * 256 + threadIdx.x;
  const float next = to[i + 256];
  to[i] = next + 1;
}

/// Every block writes the same elements.
extern "C" __global__ void same_elements(float* to) { to[threadIdx.x] = blockIdx.x; }

/// Sums of pairs of neighbours by atomics, which is right.
extern "C" __global__ void by_atomics(float* from, unsigned* to) {
  atomicAdd(&to[threadIdx.x / 2], static_cast<unsigned>(from[threadIdx.x]));
}

/// Assumes that 64 threads run in step, which holds only for wavefronts of 64.
extern "C" __global__ void in_step(float* to) {
  __shared__ float numbers[256];
  numbers[threadIdx.x] = to[threadIdx.x];
  __builtin_amdgcn_wave_barrier();
  to[threadIdx.x] = numbers[threadIdx.x ^ 32];
}

/// Half of the lanes read the inactive other half.
extern "C" __global__ void inactive_lanes(float* to) {
  const float own = to[threadIdx.x];
  if (threadIdx.x % 32 < 16) to[threadIdx.x] = own + __shfl_xor(own, 16, 32);
}

/// Stores, then a barrier; a wavefront reads values that another one stored.
extern "C" __global__ void stored_before(float* to) {
  __shared__ float numbers[256];
  numbers[threadIdx.x] = 2 * to[threadIdx.x];
  to[256 + threadIdx.x] = numbers[threadIdx.x];
  __syncthreads();
  to[threadIdx.x] = to[256 + (255 - threadIdx.x)] + numbers[255 - threadIdx.x];
}
