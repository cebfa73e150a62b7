// The platform traits of NVIDIA GPUs for kernels, in a text for CUDA (gpu.hpp).
#pragma once

#include "common/simt/simt.hpp"

namespace gputest {
namespace gpu {

/// The differences between vendors, listed in common/simt/simt.hpp. Wavefronts have 32 threads, for
/// any template argument.
template <unsigned>
struct SimtOf {
  static constexpr unsigned kWarpSize = 32;
  using LaneMask = std::uint32_t;

  static __device__ __forceinline__ void check_wavefront() {}
  static constexpr unsigned kNoBound = 0;
  static constexpr unsigned launch_bound(unsigned, unsigned blocks) { return blocks; }

  template <class Value>
  static __device__ __forceinline__ Value shuffle(Value value, unsigned source_lane) {
    return __shfl_sync(0xffffffffu, value, source_lane);
  }
  static __device__ __forceinline__ LaneMask ballot(bool predicate) {
    return __ballot_sync(0xffffffffu, predicate);
  }
  static __device__ __forceinline__ void sync_warp() { __syncwarp(); }

  static __device__ __forceinline__ float rsqrt(float x) {
    float y;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
  }
  static __device__ __forceinline__ double rsqrt_estimate(double x) {
    double y;
    asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(x));
    return y;
  }

  static __device__ __forceinline__ float reciprocal(float x) {
    float y;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
  }
  static __device__ __forceinline__ double reciprocal_estimate(double x) {
    double y;
    asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(x));
    return y;
  }

  template <class Word>
  static __device__ __forceinline__ Word load_current(const Word* word) {
    return *static_cast<const volatile Word*>(word);
  }
  static __device__ __forceinline__ std::uint32_t load_once(const std::uint32_t* word) {
    std::uint32_t value;
    asm("ld.global.nc.L1::evict_first.u32 %0, [%1];"
        : "=r"(value)
        : "l"(__cvta_generic_to_global(word)));
    return value;
  }

  static __device__ __forceinline__ void add(Vector4<float>* target, Vector4<float> addend,
                                             [[maybe_unused]] bool with_w = true) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile(
        "red.global.add.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(__cvta_generic_to_global(target)),
        "f"(addend.x), "f"(addend.y), "f"(addend.z), "f"(addend.w)
        : "memory");
#else
    add_each(target, addend, with_w);
#endif
  }
  static __device__ __forceinline__ void add(Vector4<double>* target, Vector4<double> addend,
                                             bool with_w = true) {
    add_each(target, addend, with_w);
  }

  template <class Real>
  static __device__ __forceinline__ void add_number(Real* target, Real addend) {
    atomicAdd(target, addend);
  }

  using Texture = unsigned long long;  // cudaTextureObject_t
  static __device__ __forceinline__ Vector4<float> fetch(Texture texture, float x, float y) {
    const float4 texel = tex2D<float4>(texture, x, y);
    return {texel.x, texel.y, texel.z, texel.w};
  }

 private:
  template <class Real>
  static __device__ __forceinline__ void add_each(Vector4<Real>* target, Vector4<Real> addend,
                                                  bool with_w) {
    atomicAdd(&target->x, addend.x);
    atomicAdd(&target->y, addend.y);
    atomicAdd(&target->z, addend.z);
    if (with_w) atomicAdd(&target->w, addend.w);
  }
};

}  // namespace gpu
}  // namespace gputest
