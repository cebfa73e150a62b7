// Words of CUDA and HIP that the host's compiler meets in a file of kernels. It reads the
// declarations of kernels and of functions that it never calls, not the kernels' bodies.
#pragma once

#include <cstddef>

#define __global__
#define __device__
#define __host__
#define __shared__ static
#define __forceinline__ inline
#define __launch_bounds__(...)

namespace gputest {
namespace gpu {

/// The type of threadIdx.
struct Index {
  unsigned x, y, z;
};

}  // namespace gpu
}  // namespace gputest

extern const gputest::gpu::Index threadIdx, blockIdx, blockDim, gridDim;

void __syncthreads();
int __clz(int);
int __popc(unsigned);
int __popcll(unsigned long long);
int __ffsll(long long);
unsigned __float_as_uint(float);
float __uint_as_float(unsigned);
long long __double_as_longlong(double);
double __longlong_as_double(long long);
template <class Number>
Number atomicAdd(Number* to, Number addend);
template <class Number>
Number atomicExch(Number* to, Number other);
template <class Number>
Number atomicMax(Number* to, Number other);
template <class Number>
Number atomicMin(Number* to, Number other);
