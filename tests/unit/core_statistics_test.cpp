#include "common/measure/statistics.hpp"

#include <gtest/gtest.h>

namespace gputest {
namespace {

TEST(Statistics, MedianIsTheMiddleValueWhateverTheOrder) {
  EXPECT_EQ(median({3, 1, 2}), 2);
  EXPECT_EQ(median({9, 1, 1, 1, 1}), 1);
}

TEST(Statistics, MedianOfAnEvenNumberIsTheMeanOfTheMiddleTwo) {
  EXPECT_EQ(median({4, 1, 3, 2}), 2.5);
  EXPECT_EQ(median({1, 100}), 50.5);
}

TEST(Statistics, MedianOfNothingIsZero) { EXPECT_EQ(median({}), 0); }

TEST(Statistics, RelativeDeviationIsTheSampleDeviationOverTheMean) {
  // 2, 4, 4, 4, 5, 5, 7, 9: mean 5, sum of squares 32, 32/7 = 2.138^2
  EXPECT_NEAR(relative_standard_deviation({2, 4, 4, 4, 5, 5, 7, 9}), 2.1380899 / 5, 1e-7);
  EXPECT_EQ(relative_standard_deviation({3, 3, 3}), 0);
  EXPECT_EQ(relative_standard_deviation({3}), 0);
}

}  // namespace
}  // namespace gputest
