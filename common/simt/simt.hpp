// The traits that a platform must provide for the kernel bodies in this folder. Names that CUDA and
// HIP share (__global__, __syncthreads, threadIdx, atomicAdd on integers) are not among them.
//
// A kernel's first template parameter is the platform's traits, here called Simt. That keeps the
// differences in one small struct for each vendor (nvidia_simt.hpp, amd_simt.hpp) and for hip:host
// (hip/host_simt.hpp). The host calls a platform through simt::Calls. The traits are:
//
//   struct SomePlatform {
//     // Threads that run in lockstep: 32 on NVIDIA and RDNA, 64 on GCN and CDNA.
//     static constexpr unsigned kWarpSize;
//     // The same platform with another wavefront size, for devices that have it. If all devices
//     // are alike, the platform itself.
//     template <unsigned Warp> using WithWarp;
//     // For a kernel that depends on kWarpSize: ends it if the compilation target has another
//     // wavefront size.
//     static void check_wavefront();
//     // One bit per lane: 32 or 64, the lowest for lane 0.
//     using LaneMask;
//
//     // The first argument of __launch_bounds__ that sets no bound.
//     static constexpr unsigned kNoBound;
//     // The second argument of __launch_bounds__ for blocks of `block` threads, `blocks` of them
//     // per multiprocessor: that number in CUDA, wavefronts per SIMD unit in HIP on AMD. 0 blocks
//     // set no bound.
//     static constexpr unsigned launch_bound(unsigned block, unsigned blocks);
//
//     // The value that lane `source_lane` (below kWarpSize) passes; every lane of the wavefront
//     // calls. Value is float, double or a 32-bit integer.
//     template <class Value> static Value shuffle(Value value, unsigned source_lane);
//     // The lanes that pass true; every lane of the wavefront calls.
//     static LaneMask ballot(bool predicate);
//     // Orders a wavefront's accesses to shared memory: a compiler barrier at least.
//     static void sync_warp();
//
//     // 1/sqrt(x) to about 2^-22, subnormal x taken as 0.
//     static float rsqrt(float x);
//     // 1/sqrt(x) to 2^-19 or better for every normal x: the hardware's estimate.
//     static double rsqrt_estimate(double x);
//
//     // 1/x to about 2^-22, subnormal x taken as 0.
//     static float reciprocal(float x);
//     // 1/x to 2^-19 or better for every normal x: the hardware's estimate.
//     static double reciprocal_estimate(double x);
//
//     // The current value of *word, which other blocks may be changing by atomics.
//     template <class Word> static Word load_current(const Word* word);
//     // *word, which is read-only and used once: evict it first.
//     static std::uint32_t load_once(const std::uint32_t* word);
//
//     // *target += addend in global memory, each component atomic by itself, in as few
//     // transactions as the hardware allows (red.global.add.v4.f32 on sm_90). Without `with_w` the
//     // value of w may become anything.
//     template <class Real>
//     static void add(Vector4<Real>* target, Vector4<Real> addend, bool with_w = true);
//     // The same for one number.
//     template <class Real>
//     static void add_number(Real* target, Real addend);
//
//     // A 2D array of float4 read by texel, unfiltered, with unnormalised coordinates.
//     using Texture;
//     static Vector4<float> fetch(Texture texture, float x, float y);
//   };
//
// A file of kernels can also be a text for NVRTC or hiprtc, which defines GPUTEST_TEXT and leaves
// out the host's part. Headers outside the texts are empty there (docs/texts.md).
#pragma once

#include <cstdint>

#include "common/layout/bodies.hpp"

// A function that only kernels call; it may contain shared memory.
#define GT_DEVICE_FN static __device__ __forceinline__

// GT_SHARED(Body<Real>, tile, [Block]): a variable that a block's threads share. A GPU compiler
// allocates it once per block. On a processor each thread would have its own variable, so that the
// running block creates it (hip/host/dialect.hpp).
#ifndef GT_SHARED
#define GT_SHARED(type, name, ...) __shared__ type name __VA_ARGS__
#endif

// Unrolls the following loop completely, or by a count. g++'s emulation unrolls nothing.
#if defined(__CUDACC__) || defined(__HIPCC__)
#define GT_PRAGMA(text) _Pragma(#text)
#define GT_UNROLL GT_PRAGMA(unroll)
#define GT_UNROLL_BY(count) GT_PRAGMA(unroll count)
#else
#define GT_UNROLL
#define GT_UNROLL_BY(count) static_assert((count) > 0, "an unroll count");
#endif

// Unrolls the following loop by the axis `unroll`: GT_UNROLLED is the number of iterations, or 0 if
// the compiler chooses. Binding::define() passes it to the text.
#if defined(GT_UNROLLED) && GT_UNROLLED > 0
#define GT_UNROLL_AS_CHOSEN GT_UNROLL_BY(GT_UNROLLED)
#else
#define GT_UNROLL_AS_CHOSEN
#endif

namespace gputest {
namespace simt {

/// Body j, or for j >= n a massless body at the place of body n-1. So ranges that are rounded up
/// read nothing out of bounds and add nothing. n is at least 1.
template <class Bodies>
GT_FN Body<typename Bodies::gt_real> load_or_massless(const Bodies& bodies, std::uint32_t j,
                                                      std::uint32_t n) {
  Body<typename Bodies::gt_real> body = bodies.load(j < n ? j : n - 1);
  if (j >= n) body.m = 0;
  return body;
}

/// A body j as gravity_blocked and gravity_symmetric keep it in shared memory: m x y z. A vector
/// load puts the four into consecutive registers, and on NVIDIA the lowest bit of a register's
/// number is its bank. With the order x y z m, x_j - x_i would read both operands from one bank, in
/// two cycles.
template <class Real>
GT_FN Vector4<Real> staged_order(const Body<Real>& body) {
  return {body.m, body.x, body.y, body.z};
}
/// The body from the order of staged_order().
template <class Real>
GT_FN Body<Real> from_staged_order(const Vector4<Real>& staged) {
  return {staged.y, staged.z, staged.w, staged.x};
}

}  // namespace simt
}  // namespace gputest
