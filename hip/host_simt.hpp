// HIP on the host for the kernels of common/simt, with wavefronts of GT_HIP_HOST_WAVEFRONT.
#pragma once

#include <atomic>
#include <cmath>

#include "common/simt/simt.hpp"

namespace gputest::hip_host {
// Unnamed, so that the kernels have internal linkage: one program holds them for both wavefront
// sizes.
namespace {

struct Simt {
  static constexpr unsigned kWarpSize = GT_HIP_HOST_WAVEFRONT;
  template <unsigned>
  using WithWarp = Simt;
  using LaneMask = std::uint64_t;

  static void check_wavefront() {}
  static constexpr unsigned kNoBound = 0;
  static constexpr unsigned launch_bound(unsigned, unsigned) { return 1; }

  template <class Value>
  static Value shuffle(Value value, unsigned source_lane) {
    return __shfl(value, static_cast<int>(source_lane));
  }
  static LaneMask ballot(bool predicate) { return __ballot(predicate); }
  static void sync_warp() { __syncwarp(); }

  static float rsqrt(float x) { return 1 / std::sqrt(x); }
  static double rsqrt_estimate(double x) { return 1 / std::sqrt(x); }
  static float reciprocal(float x) { return 1 / x; }
  static double reciprocal_estimate(double x) { return 1 / x; }

  template <class Word>
  static Word load_current(const Word* word) {
    return std::atomic_ref<Word>(*const_cast<Word*>(word)).load(std::memory_order_relaxed);
  }
  static std::uint32_t load_once(const std::uint32_t* word) { return *word; }

  template <class Real>
  static void add(Vector4<Real>* target, Vector4<Real> addend, bool with_w = true) {
    atomicAdd(&target->x, addend.x);
    atomicAdd(&target->y, addend.y);
    atomicAdd(&target->z, addend.z);
    if (with_w) atomicAdd(&target->w, addend.w);
  }

  template <class Real>
  static void add_number(Real* target, Real addend) {
    atomicAdd(target, addend);
  }

  static constexpr bool kKernelsAreFunctions = true;  // of the program

  using Texture = hipTextureObject_t;
  static Vector4<float> fetch(Texture texture, float x, float y) {
    const float4 texel = tex2D<float4>(texture, x, y);
    return {texel.x, texel.y, texel.z, texel.w};
  }
};

}  // namespace
}  // namespace gputest::hip_host
