// The platform traits of AMD GPUs for kernels, in a text for HIP (gpu.hpp).
#pragma once

#include "common/simt/simt.hpp"

namespace gputest {
namespace gpu {

/// The differences between vendors, listed in common/simt/simt.hpp, for wavefronts of Wavefront
/// threads: 64 on GCN and CDNA; 32 on RDNA, as hipcc compiles for it.
template <unsigned Wavefront>
struct SimtOf {
  static constexpr unsigned kWarpSize = Wavefront;
  using LaneMask = std::uint64_t;

  static __device__ __forceinline__ void check_wavefront() {
#if defined(__HIP_DEVICE_COMPILE__)  // the compiler's host pass has no wavefront
#if __clang_major__ >= 20            // folds this before inlining; the macro is deprecated there
    if (Wavefront != __builtin_amdgcn_wavefrontsize()) __builtin_trap();
#else
    if constexpr (Wavefront != __AMDGCN_WAVEFRONT_SIZE) __builtin_trap();
#endif
#endif
  }

  static constexpr unsigned kNoBound = 1024;
  // HIP on AMD counts wavefronts per SIMD unit. No bound is set: `blocks` fits an H100's register
  // file, and the compiler's own choice is a fair start on hardware without measurements.
  static constexpr unsigned launch_bound(unsigned, unsigned) { return 1; }

  template <class Value>
  static __device__ __forceinline__ Value shuffle(Value value, unsigned source_lane) {
    return __shfl(value, static_cast<int>(source_lane));
  }
  static __device__ __forceinline__ LaneMask ballot(bool predicate) { return __ballot(predicate); }
  static __device__ __forceinline__ void sync_warp() {
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
    __builtin_amdgcn_wave_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
  }

  // v_rsq_f32 and v_rcp_f32 are accurate to one unit in the last place, v_rsq_f64 and v_rcp_f64 to
  // 2^29 units, which is 2^-23. Source: AMD's instruction set manuals, "Vector ALU operations".
  static __device__ __forceinline__ float rsqrt(float x) { return __builtin_amdgcn_rsqf(x); }
  static __device__ __forceinline__ double rsqrt_estimate(double x) {
    return __builtin_amdgcn_rsq(x);
  }
  static __device__ __forceinline__ float reciprocal(float x) { return __builtin_amdgcn_rcpf(x); }
  static __device__ __forceinline__ double reciprocal_estimate(double x) {
    return __builtin_amdgcn_rcp(x);
  }

  template <class Word>
  static __device__ __forceinline__ Word load_current(const Word* word) {
    return __hip_atomic_load(word, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  }
  static __device__ __forceinline__ std::uint32_t load_once(const std::uint32_t* word) {
    return __builtin_nontemporal_load(word);
  }

  template <class Real>
  static __device__ __forceinline__ void add(Vector4<Real>* target, Vector4<Real> addend,
                                             bool with_w = true) {
    unsafeAtomicAdd(&target->x, addend.x);
    unsafeAtomicAdd(&target->y, addend.y);
    unsafeAtomicAdd(&target->z, addend.z);
    if (with_w) unsafeAtomicAdd(&target->w, addend.w);
  }

  template <class Real>
  static __device__ __forceinline__ void add_number(Real* target, Real addend) {
    unsafeAtomicAdd(target, addend);
  }

  using Texture = unsigned long long;
  static __device__ __forceinline__ Vector4<float> fetch(Texture texture, float x, float y) {
#if defined(__gfx940__) || defined(__gfx941__) || defined(__gfx942__) || defined(__gfx950__)
    __builtin_trap();  // they have no images; no kernel that reads one is launched there
    return {};
#else
    const float4 texel = tex2D<float4>(reinterpret_cast<hipTextureObject_t>(texture), x, y);
    return {texel.x, texel.y, texel.z, texel.w};
#endif
  }
};

}  // namespace gpu
}  // namespace gputest
