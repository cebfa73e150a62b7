// CUDA's and HIP's words, as far as the host's compiler meets them where it reads a file of kernels
// whose bodies it does not: functions of kernels, which it never calls.
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

/// What threadIdx is.
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
