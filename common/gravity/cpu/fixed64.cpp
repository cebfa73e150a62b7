#include "common/gravity/fixed64.h"

#include <cmath>
#include <limits>

#include "common/cpu/parallel_for.hpp"
#include "common/gravity/cpu/sums.hpp"
#include "common/gravity/fixed64_scale.hpp"
#include "common/layout/bodies.hpp"

namespace gputest::cpu {
namespace {

template <int Unsoftened, class Bodies>
void fixed64(const Bodies& bodies, std::uint32_t n, float eps2, float scale,
             GravitySum<float>* sums) {
  constexpr std::uint32_t kChunk = 64;  // bodies i that a thread takes at a time
  parallel_for(n, kChunk, [&](std::uint32_t first, std::uint32_t last) {
    for (std::uint32_t i = first; i < last; ++i) {
      const Body<float> self = bodies.load(i);
      gt_fixed64_sums total{};
      for (std::uint32_t j = 0; j < n; ++j) {
        const Body<float> other = bodies.load(j);
        const float dx = other.x - self.x, dy = other.y - self.y, dz = other.z - self.z;
        const float r2 = gt_fixed64_square(dx, dy, dz, eps2);
        float inverse_r = gt_nearest_rsqrt(r2, 1 / std::sqrt(r2));
        if (Unsoftened) inverse_r = r2 < std::numeric_limits<float>::min() ? 0 : inverse_r;
        total = gt_fixed64_add(total, dx, dy, dz, other.m * scale, inverse_r, 1);
      }
      sums[i] = {static_cast<float>(total.x) / scale, static_cast<float>(total.y) / scale,
                 static_cast<float>(total.z) / scale, static_cast<float>(total.w) / scale};
    }
  });
}

/// The double loop of gravity_naive, with sums of 64-bit integers.
struct gravity_fixed64_kernel {
  static constexpr const char* summary =
      "64-bit fixed-point sums: the same bits in any order and on any device";
  static constexpr const char* source = "GRAPE's accumulators (Makino and Taiji 1998)";
  using layouts = EveryLayout<AosBodies>;
  using precisions = Precisions<float>;

  static Launch bind(const KernelCall& call) {
    const auto scale = static_cast<float>(
        fixed64_scale(call.property("total_mass"), call.property("closest_distance")));
    return bind_sums<gravity_fixed64_kernel>(
        call, [scale](const auto& bodies, auto unsoftened, std::uint32_t n, auto eps2, auto* sums) {
          fixed64<unsoftened>(bodies, n, eps2, scale, sums);
        });
  }
};

}  // namespace

extern const Declaration gravity_fixed64_cpu = declare<gravity_fixed64_kernel>();

}  // namespace gputest::cpu
