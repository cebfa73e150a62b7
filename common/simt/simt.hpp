// What a platform must provide for the kernel bodies in this folder, and nothing that CUDA and HIP
// spell alike (__global__, __syncthreads, threadIdx, atomicAdd on integers).
//
// A kernel's first template parameter is the platform's traits, here called Simt. That keeps what
// differs in one small struct for each vendor (nvidia_simt.hpp, amd_simt.hpp) and for hip:host
// (hip/host_simt.hpp). What the host asks of a platform is simt::Calls. The traits are:
//
//   struct SomePlatform {
//     // Threads that run in step: 32 on NVIDIA and RDNA, 64 on GCN and CDNA.
//     static constexpr unsigned kWarpSize;
//     // The same platform with wavefronts of another size, for devices that have them; a platform
//     // whose devices are all alike names itself.
//     template <unsigned Warp> using WithWarp;
//     // For a kernel that counts on kWarpSize: ends it where the target that is compiled for has
//     // wavefronts of another size.
//     static void check_wavefront();
//     // One bit a lane: 32 or 64 of them, the lowest for lane 0.
//     using LaneMask;
//
//     // The first argument of __launch_bounds__ that sets no bound.
//     static constexpr unsigned kNoBound;
//     // The second argument of __launch_bounds__ for blocks of `block` threads, `blocks` of them a
//     // multiprocessor: that many blocks in CUDA, wavefronts per SIMD unit in HIP on AMD. 0
//     // blocks set no bound.
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
//     // *word, which other blocks may change meanwhile by atomics, as it is now.
//     template <class Word> static Word load_current(const Word* word);
//     // *word, which no kernel writes meanwhile and of which no thread has use again: the first to
//     // go from the cache.
//     static std::uint32_t load_once(const std::uint32_t* word);
//
//     // *target += addend in global memory, each component atomic by itself, in as few
//     // transactions as the hardware allows (red.global.add.v4.f32 on sm_90). Without `with_w` it
//     // does not matter what becomes of the w.
//     template <class Real>
//     static void add(Vector4<Real>* target, Vector4<Real> addend, bool with_w = true);
//     // Of one number.
//     template <class Real>
//     static void add_number(Real* target, Real addend);
//
//     // A 2D array of float4 read by texel, unfiltered, with unnormalised coordinates.
//     using Texture;
//     static Vector4<float> fetch(Texture texture, float x, float y);
//   };
//
// A file of kernels can also be a text for NVRTC or hiprtc, in which GPUTEST_TEXT is defined and
// what is the host's is left out. Headers that a text does not hold are empty there
// (docs/texts.md).
#pragma once

#include <cstdint>

#include "common/layout/bodies.hpp"

// A function called from kernels alone, which may hold shared memory.
#define GT_DEVICE_FN static __device__ __forceinline__

// GT_SHARED(Body<Real>, tile, [Block]): a variable that a block's threads share. A compiler of GPUs
// gives the kernels' variables one place; on a processor each would have its own on every thread,
// so that there the running block makes them (hip/host/dialect.hpp).
#ifndef GT_SHARED
#define GT_SHARED(type, name, ...) __shared__ type name __VA_ARGS__
#endif

// The loop that follows is unrolled wholly, or by a count. In g++'s emulation nothing is unrolled.
#if defined(__CUDACC__) || defined(__HIPCC__)
#define GT_PRAGMA(text) _Pragma(#text)
#define GT_UNROLL GT_PRAGMA(unroll)
#define GT_UNROLL_BY(count) GT_PRAGMA(unroll count)
#else
#define GT_UNROLL
#define GT_UNROLL_BY(count) static_assert((count) > 0, "an unroll count");
#endif

// The loop that follows is unrolled as the axis `unroll` says: GT_UNROLLED is the number of turns,
// or 0 where the compiler chooses. Binding::define() passes it to the text.
#if defined(GT_UNROLLED) && GT_UNROLLED > 0
#define GT_UNROLL_AS_CHOSEN GT_UNROLL_BY(GT_UNROLLED)
#else
#define GT_UNROLL_AS_CHOSEN
#endif

namespace gputest {
namespace simt {

/// Body j, or for j >= n a massless one that stands where body n-1 does, so that ranges rounded up
/// read nothing out of bounds and add nothing. n is at least 1.
template <class Bodies>
GT_FN Body<typename Bodies::gt_real> load_or_massless(const Bodies& bodies, std::uint32_t j,
                                                      std::uint32_t n) {
  Body<typename Bodies::gt_real> body = bodies.load(j < n ? j : n - 1);
  if (j >= n) body.m = 0;
  return body;
}

/// A body j as gravity_blocked and gravity_symmetric keep it in shared memory: m x y z. A vector
/// load puts the four in registers of rising number, and a register's bank is its number's lowest
/// bit on NVIDIA; were j kept as x y z m too, x_j - x_i would read both from one bank, in two
/// cycles.
template <class Real>
GT_FN Vector4<Real> staged_order(const Body<Real>& body) {
  return {body.m, body.x, body.y, body.z};
}
/// The body that staged_order() put there.
template <class Real>
GT_FN Body<Real> from_staged_order(const Vector4<Real>& staged) {
  return {staged.y, staged.z, staged.w, staged.x};
}

}  // namespace simt
}  // namespace gputest
