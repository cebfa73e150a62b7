// What the kernels of common/simt ask of HIP on the host, wavefronts of GT_HIP_HOST_WAVEFRONT.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "common/simt/device_sort.hpp"
#include "common/simt/simt.hpp"
#include "hip/host_transform.hpp"

namespace gputest::hip_host {
// Unnamed, so that the kernels have internal linkage: one program holds them for both sizes of
// wavefronts.
namespace {

struct Simt {
  static constexpr unsigned kWarpSize = GT_HIP_HOST_WAVEFRONT;
  static constexpr unsigned kUnrolled = 1;
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

  // The device's memory is the host's, and a launch has ended when it returns.
  static void sort_pairs(const simt::SortStorage&, const simt::KeyedValues& p) {
    std::vector<std::uint32_t> order(p.n);
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return p.keys[a] < p.keys[b]; });
    for (std::uint32_t k = 0; k < p.n; ++k) {
      p.sorted_keys[k] = p.keys[order[k]];
      p.sorted_values[k] = p.values[order[k]];
    }
  }
  static void running_sums(const simt::SortStorage&, std::uint32_t* values, std::uint32_t n) {
    std::partial_sum(values, values + n, values);
  }
  static std::unique_ptr<simt::RealTransform> plan_transform(
      const simt::TransformedArrays& arrays) {
    return std::make_unique<hip::HostTransform>(arrays);
  }
  static std::string why_no_transform(const DeviceInfo&, Precision precision) {
    return cpu::why_no_transform(precision);
  }

  using Texture = hipTextureObject_t;
  static Vector4<float> fetch(Texture texture, float x, float y) {
    const float4 texel = tex2D<float4>(texture, x, y);
    return {texel.x, texel.y, texel.z, texel.w};
  }
};

}  // namespace
}  // namespace gputest::hip_host
