// The arithmetic of gravity_fixed64: the same bits for any platform's estimate.
#include "common/gravity/fixed64.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>

namespace gputest::gravity_fixed64_test {
namespace {

float from_bits(std::uint32_t bits) { return std::bit_cast<float>(bits); }

/// Counts the results of gt_nearest_rsqrt(x) that are not the nearest float, for estimates up to
/// `most` units in the last place from it.
int wrong_of(float x, float nearest, int most, int step) {
  int wrong = 0;
  for (int off = -most; off <= most; off += step) {
    const float estimate = from_bits(std::bit_cast<std::uint32_t>(nearest) + std::uint32_t(off));
    wrong += gt_nearest_rsqrt(x, estimate) != nearest;
  }
  return wrong;
}

TEST(GravityFixed64, AReciprocalRootIsTheNearestForEverySignificand) {
  int wrong = 0;
  for (std::uint32_t bits = 0x3F800000; bits < 0x40800000; ++bits) {  // [1, 4): both parities
    const float x = from_bits(bits);
    wrong += wrong_of(x, static_cast<float>(1 / std::sqrt(static_cast<double>(x))), 8, 16);
  }
  EXPECT_EQ(wrong, 0);
}

TEST(GravityFixed64, AReciprocalRootIsTheNearestForEveryEstimateAndExponent) {
  for (int exponent = 1; exponent < 255; ++exponent)
    for (std::uint32_t significand = 0; significand < 0x800000; significand += 15485) {
      const float x = from_bits(static_cast<std::uint32_t>(exponent) << 23 | significand);
      const auto nearest = static_cast<float>(1 / std::sqrt(static_cast<double>(x)));
      ASSERT_EQ(wrong_of(x, nearest, 8, 1), 0) << x;
    }
  // For these values one step from an estimate does not give the nearest float.
  for (const float x : {0x1.7431c6p+1F, 0x1.13e07p+1F, 0x1.fffffcp+1F})
    EXPECT_EQ(wrong_of(x, static_cast<float>(1 / std::sqrt(static_cast<double>(x))), 8, 1), 0);
}

TEST(GravityFixed64, APairPullsWithNewtonsForce) {
  const float scale = 0x1p40F;
  const float r2 = gt_fixed64_square(3, 0, -4, 0);
  EXPECT_EQ(r2, 25);
  const gt_fixed64_sums sums = gt_fixed64_add({1, 2, 3, 4}, 3, 0, -4, 2 * scale, 0.2F, 1);
  EXPECT_NEAR(static_cast<double>(sums.x - 1) / scale, 2 * 3 / 125.0, 1e-8);
  EXPECT_EQ(sums.y, 2);
  EXPECT_NEAR(static_cast<double>(sums.z - 3) / scale, -2 * 4 / 125.0, 1e-8);
  EXPECT_NEAR(static_cast<double>(sums.w - 4) / scale, 2 / 5.0, 1e-7);
}

}  // namespace
}  // namespace gputest::gravity_fixed64_test
