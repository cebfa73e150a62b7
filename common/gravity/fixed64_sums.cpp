#include "common/gravity/fixed64_sums.hpp"

#include <cmath>
#include <limits>

#include "common/gravity/fixed64.h"

namespace gputest {

std::array<float, 4> Fixed64Sums::of(std::uint64_t i) const {
  const auto from_i = [&](const std::vector<double>& at, std::uint64_t j) {
    return static_cast<float>(at[j]) - static_cast<float>(at[i]);
  };
  gt_fixed64_sums sums{};
  for (std::uint64_t j = 0; j < bodies_.size(); ++j) {
    const float dx = from_i(bodies_.x, j), dy = from_i(bodies_.y, j), dz = from_i(bodies_.z, j);
    const float r2 = gt_fixed64_square(dx, dy, dz, eps2_);
    const bool at_one_place = eps2_ == 0 && r2 < std::numeric_limits<float>::min();
    const float inverse_r = at_one_place ? 0 : gt_nearest_rsqrt(r2, 1 / std::sqrt(r2));
    sums = gt_fixed64_add(sums, dx, dy, dz, static_cast<float>(bodies_.mass[j]) * scale_, inverse_r,
                          1);
  }
  return {static_cast<float>(sums.x) / scale_, static_cast<float>(sums.y) / scale_,
          static_cast<float>(sums.z) / scale_, static_cast<float>(sums.w) / scale_};
}

}  // namespace gputest
