#include "common/measure/statistics.hpp"

#include <gtest/gtest.h>

#include <random>

namespace gputest::core_statistics_test {
namespace {

TEST(Statistics, MedianIsTheMiddleValueInAnyOrder) {
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

std::vector<double> evenly(double from, double to, int count) {
  std::vector<double> values;
  for (int k = 0; k < count; ++k) values.push_back(from + (to - from) * k / (count - 1));
  return values;
}

TEST(Statistics, TheMediansIntervalComesFromOrderStatistics) {
  // With ten samples, the first and the last cover the median with probability 1 - 2 / 1024, the
  // second and the ninth with 1 - 22 / 1024 (Hollander and Wolfe, table A.2).
  const auto ten = evenly(1, 10, 10);
  EXPECT_EQ(median_interval(ten, 0.99).low, 1);
  EXPECT_EQ(median_interval(ten, 0.99).high, 10);
  EXPECT_EQ(median_interval(ten, 0.975).low, 2);
  EXPECT_EQ(median_interval(ten, 0.975).high, 9);
  EXPECT_EQ(median_interval({3, 1, 2}, 0.99).high, 3);
  EXPECT_EQ(median_interval({}, 0.99).high, 0);
}

TEST(Statistics, TheMediansIntervalOfManySamplesIsTheNormalApproximation) {
  // With 10,000 samples the 99 % interval extends 2.576 sqrt(n) / 2 = 129 places to each side.
  const Interval interval = median_interval(evenly(1, 10000, 10000), 0.99);
  EXPECT_NEAR(interval.low, 5000 - 129, 2);
  EXPECT_NEAR(interval.high, 5001 + 129, 2);
}

TEST(Statistics, TheMediansIntervalContainsItAsOftenAsStated) {
  std::mt19937_64 engine(1);
  std::lognormal_distribution<double> times(0, 0.3);  // skewed, as times are; median 1
  int held = 0;
  constexpr int kTrials = 4000;
  for (int trial = 0; trial < kTrials; ++trial) {
    std::vector<double> samples(25);
    for (double& sample : samples) sample = times(engine);
    const Interval interval = median_interval(samples, 0.95);
    held += interval.low <= 1 && 1 <= interval.high ? 1 : 0;
  }
  EXPECT_GE(held, 0.945 * kTrials);
  EXPECT_LE(held, 0.985 * kTrials);  // and it is not uselessly wide
}

TEST(Statistics, ComparedSamplesAreFasterSlowerSameOrUndecided) {
  const auto base = evenly(0.99, 1.01, 11);
  const auto times = [&](double factor) {
    auto scaled = base;
    for (double& value : scaled) value *= factor;
    return scaled;
  };
  EXPECT_EQ(compare_samples(base, times(1.0), 0.05), Change::same);
  EXPECT_EQ(compare_samples(base, times(1.1), 0.05), Change::slower);
  EXPECT_EQ(compare_samples(base, times(0.9), 0.05), Change::faster);
  EXPECT_EQ(compare_samples(base, times(1.06), 0.05), Change::undecided);
  EXPECT_EQ(compare_samples(base, evenly(0.5, 4, 11), 0.05), Change::undecided);
  EXPECT_EQ(compare_samples({1, 1}, {2, 2}, 0.05), Change::undecided);
  EXPECT_EQ(compare_samples({0, 0, 0}, {1, 1, 1}, 0.05), Change::undecided);
}

}  // namespace
}  // namespace gputest::core_statistics_test
